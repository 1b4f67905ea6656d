import type { TestService } from './service.ts'

/** Sets an earlier creation time, so that scans with a past time are not before the creation. */
export const backdate = async ({ running }: TestService, id: string, created_at = '2020-01-01T00:00:00.000Z'): Promise<void> => {
  await running.service.db.query('test_backdate', 'update shipments set created_at = $2 where id = $1', [id, created_at])
}
