// A sandbox behind a proxy on the same machine: anyone can reach it, and webhooks may still point to that machine.
import { expect, test, vi } from 'vitest'
import { privateBehindProxy, readConfig } from '../../src/process/config.ts'
import { commitEvents, deliveryWhen, eventsOf, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

test.each([
  ['a trusted proxy and no choice', { BACKHAUL_TRUST_PROXY: '127.0.0.1' }, true],
  ['no proxy', {}, false],
  ['allowed by choice', { BACKHAUL_TRUST_PROXY: '127.0.0.1', BACKHAUL_PRIVATE_WEBHOOKS: 'allow' }, false],
  ['denied by choice', { BACKHAUL_TRUST_PROXY: '127.0.0.1', BACKHAUL_PRIVATE_WEBHOOKS: 'deny' }, false],
  ['a host that denies it', { BACKHAUL_TRUST_PROXY: '127.0.0.1', HOST: '0.0.0.0' }, false],
])('the start warns about private webhooks behind a proxy unless they were configured: %s', (_what, env, warns) => {
  const warning = privateBehindProxy(readConfig(env))
  expect(warning !== null).toBe(warns)
  if (warning) expect(warning).toMatch(/^[^\n]*BACKHAUL_TRUST_PROXY[^\n]*BACKHAUL_PRIVATE_WEBHOOKS[^\n]*$/)
})

const answerOf = async (env: Record<string, string>) => {
  const service = await startTestService('all', { BACKHAUL_TRUST_PROXY: '127.0.0.1', ...env })
  atEndOfTest(() => service.close())
  const partner = await service.partner()
  const receiver = await receiverFor()
  receiver.answer({ kind: 'reply', status: 200, body: 'db_password=hunter2' })
  const webhook = await register(partner, receiver)
  const [event] = await commitEvents(service.running.service, eventsOf(partner.partnerId, ['shp_1']))
  const delivery = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'delivered')
  return delivery.attempts.map(({ status, answer }: { status: number; answer: string | null }) => [status, answer])
}

test('answers of private targets behind a proxy are hidden, with a warning at start, unless configured', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  atEndOfTest(() => said.mockRestore())
  expect(await answerOf({})).toEqual([[200, null]])
  expect(said.mock.calls.map(([line]) => line)).toEqual([expect.stringMatching(/^backhaul: BACKHAUL_TRUST_PROXY is set[^\n]+\n$/)])
  said.mockClear()
  expect(await answerOf({ BACKHAUL_PRIVATE_WEBHOOKS: 'allow' })).toEqual([[200, 'db_password=hunter2']])
  expect(said).not.toHaveBeenCalled()
})
