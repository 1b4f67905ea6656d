// Operators' keys have Idempotency-Keys of their own: what one of them was answered, above all a secret, another is never shown.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decrypt, encrypt } from '../../src/platform/secrets.ts'
import type { TestAnswer, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const ENDPOINT = 'POST /v2/ops/partners'
const create = (as: TestClient, idempotencyKey: string, name = 'Acme') => as.post('/v2/ops/partners', { name }, { idempotencyKey })
const shown = ({ status, headers, json }: TestAnswer) => [status, headers.get('idempotent-replayed'), json.partner_id]

/** Stores the answer as a release did that had one space for all operators. */
const storeAsBefore = async (key: string): Promise<void> => {
  const { db, masterKey } = service.running.service
  const row = await db.one<{ principal: string; body: string }>(
    't_stored',
    'select k.principal, a.body from idempotency_keys k join answers a on a.created_at = k.created_at and a.id = k.answer where endpoint = $1 and key = $2',
    [ENDPOINT, key],
  )
  if (!row) throw new Error('no answer is stored')
  const context = (principal: string) => `answer/${principal}/${ENDPOINT}/${key}`
  const text = decrypt(masterKey, Buffer.from(row.body.replace('sealed:', ''), 'base64'), context(row.principal))
  const body = `sealed:${encrypt(masterKey, text, context('operator')).toString('base64')}`
  const stored = "update idempotency_keys set principal = 'operator', body = $1, answer = null where endpoint = $2 and key = $3"
  await db.query('t_before', stored, [body, ENDPOINT, key])
}

test('an Idempotency-Key of one operator means nothing for another', async () => {
  const other = await service.operator()
  const first = await create(operator, 'same-of-both')
  const second = await create(other, 'same-of-both')
  expect(shown(first)).toEqual([201, null, first.json.partner_id])
  expect(shown(second)).toEqual([201, null, second.json.partner_id])
  expect(second.json.partner_id).not.toBe(first.json.partner_id)
  expect(shown(await create(operator, 'same-of-both'))).toEqual([201, 'true', first.json.partner_id])
  expect(shown(await create(other, 'same-of-both'))).toEqual([201, 'true', second.json.partner_id])
})

test('what was answered before the upgrade is replayed after it, and not done again', async () => {
  const before = await create(operator, 'before-the-upgrade')
  await storeAsBefore('before-the-upgrade')
  const again = await create(operator, 'before-the-upgrade')
  expect([again.text, shown(again)]).toEqual([before.text, [201, 'true', before.json.partner_id]])
})

test('another request under an Idempotency-Key from before the upgrade was another operator’s, and is carried out', async () => {
  const before = await create(operator, 'once-of-somebody')
  await storeAsBefore('once-of-somebody')
  const mine = await create(operator, 'once-of-somebody', 'Zenith')
  expect(shown(mine)).toEqual([201, null, mine.json.partner_id])
  expect(mine.json.partner_id).not.toBe(before.json.partner_id)
  const reused = await create(operator, 'once-of-somebody', 'Third')
  expect([reused.status, reused.json.error.code]).toEqual([422, 'idempotency_key_reused'])
})
