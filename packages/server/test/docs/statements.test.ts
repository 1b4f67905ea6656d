import { expect, test } from 'vitest'
import { COMMIT_SAMPLES } from '../../src/app/generated-files.ts'
import { shapeOf } from '../../src/platform/statement.ts'
import { RETURN } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

test('docs/commit-statements.sql shows what a create and a hold are written by', async () => {
  const service = await startTestService()
  atEndOfTest(() => service.close())
  const { committer } = service.running.service
  const commit = committer.commit
  const shapes: string[] = []
  committer.commit = (plan) => {
    shapes.push(shapeOf(plan))
    return commit.call(committer, plan)
  }
  const made = await service.demo.post('/v2/shipments', RETURN)
  expect([made.status, (await service.demo.post(`/v2/shipments/${made.json.id}/hold`)).status]).toEqual([201, 200])
  expect(shapes).toEqual(Object.values(COMMIT_SAMPLES))
})
