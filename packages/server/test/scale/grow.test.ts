// `npm run grow`, apart from the data that it inserts.
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { Holder } from '../support/holder.ts'

const { takeMigrationLock } = await import('../../../../scripts/grow.mjs' as string)

test('a second run on the same database is refused in one line until the first has ended', async () => {
  const { url } = await createTestDatabase()
  const [one, other] = [await Holder.begin({ connectionString: url }), await Holder.begin({ connectionString: url })]
  await takeMigrationLock(one)
  await expect(takeMigrationLock(other)).rejects.toThrow(/^another run is filling the directory; [^\n]+$/)
  await one.query('select pg_advisory_unlock_all()')
  await expect
    .poll(() =>
      takeMigrationLock(other).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})
