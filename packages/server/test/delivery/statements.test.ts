// The number of SQL statements for an event, counted by PostgreSQL itself.
import { expect, test } from 'vitest'
import { databaseThatCounts, statementsOf } from '../support/counting.ts'
import { commitEvents, deliveriesWhen, eventsOf, pause, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

const EVENTS = 100
/** Time that all events usually take on an idle machine. */
const USUAL_S = 10
const IDLE_STATEMENTS_PER_S = 5

test('an event with its delivery costs at most 8 statements, even when events come one by one', async () => {
  const server = await startTestService('all', { DATABASE_URL: await databaseThatCounts() })
  atEndOfTest(() => server.close())
  const { service } = server.running
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  const [before, began_ms] = [await statementsOf(service.db), performance.now()]
  for (let i = 1; i <= EVENTS; i++) {
    await commitEvents(service, eventsOf(partner.partnerId, [`shp_${i}`]))
    await target.received(i)
    await pause(30)
  }
  // On a busy machine this takes a minute. In that time the service runs its regular statements too, so they are subtracted.
  const besides = IDLE_STATEMENTS_PER_S * Math.max(0, (performance.now() - began_ms) / 1000 - USUAL_S)
  const statements = (await statementsOf(service.db)) - before
  expect(statements / EVENTS).toBeGreaterThan(2)
  expect((statements - besides) / EVENTS).toBeLessThanOrEqual(8)
  await deliveriesWhen(partner, webhook.id, (all) => all.length === EVENTS && all.every(({ status }) => status === 'delivered'))
})
