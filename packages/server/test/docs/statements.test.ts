import { expect, test } from 'vitest'
import type { Plan } from '../../src/commit/plan.ts'
import { COMMIT_SAMPLES } from '../../src/commit/samples.ts'
import { SmallStatements } from '../../src/commit/small-statement.ts'
import { shapeOf, statement } from '../../src/commit/statement.ts'
import { RETURN } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

test('docs/commit-statements.sql shows the statements that write a create and a hold', async () => {
  const service = await startTestService()
  atEndOfTest(() => service.close())
  const { committer } = service.running.service
  const commit = committer.commit
  const plans: Plan[] = []
  committer.commit = (plan) => {
    plans.push(plan)
    return commit.call(committer, plan)
  }
  const made = await service.demo.post('/v2/shipments', RETURN)
  expect([made.status, (await service.demo.post(`/v2/shipments/${made.json.id}/hold`)).status]).toEqual([201, 200])
  const small = new SmallStatements()
  const [create, hold] = plans as [Plan, Plan]
  expect(plans.map((plan) => small.shapeOf(plan) !== null)).toEqual([true, false])
  expect(small.of(small.shapeOf(create) as string, [create, create]).text).toBe(COMMIT_SAMPLES['POST /v2/shipments'])
  expect(statement(shapeOf(hold))).toBe(COMMIT_SAMPLES['POST /v2/shipments/{id}/hold'])
})
