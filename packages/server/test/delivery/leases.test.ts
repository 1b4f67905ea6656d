import { expect, test } from 'vitest'
import { Leases } from '../../src/delivery/leases.ts'
import { commitEvents, eventsOf, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

test('a worker that stood still for longer than its leases keeps all webhooks that nobody took meanwhile', async () => {
  const server = await startTestService('api')
  atEndOfTest(() => server.close())
  const { service } = server.running
  const partner = await server.partner()
  const receiver = await receiverFor()
  for (let i = 0; i < 6; i++) await register(partner, receiver)
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_1']))
  const leases = new Leases(service.db, service.log, 'wrk_1', () => {})
  atEndOfTest(() => leases.leave())
  expect(await leases.claim()).toHaveLength(6)
  await service.db.query('test_run_out', `update webhook_queues set leased_until = now() - interval '1 s'`)
  await leases.beat()
  expect([...leases.held.values()].map(({ yielding }) => yielding)).toEqual(Array(6).fill(false))
  const row = await service.db.one<{ n: number }>('test_held', 'select count(*) as n from webhook_queues where leased_until > now()')
  expect(row?.n).toBe(6)
})
