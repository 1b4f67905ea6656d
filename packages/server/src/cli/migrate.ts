import type { Command } from 'commander'
import { bringUpToDate } from '../app/open-service.ts'
import type { Config } from '../platform/config.ts'
import { openEmbedded } from '../platform/embedded.ts'
import { packFromNowOn } from '../platform/migrate.ts'
import { FIRST_VERSION } from '../platform/packing.ts'
import { leaf, print } from './tool.ts'

const runMigrate = async (config: Config, { json, pack }: { json?: boolean; pack?: boolean }): Promise<void> => {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const embedded = config.databaseUrl ? null : await openEmbedded({ dataDir: config.dataDir, role: 'tool', log })
  try {
    const database = embedded ? embedded.config : { connectionString: config.databaseUrl as string }
    const applied = await bringUpToDate(database, log, embedded)
    if (pack) await packFromNowOn(database)
    const done = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
    const packed = `Processes that start from now on write packed; none before ${FIRST_VERSION} can run on this database any more.`
    print(json, pack ? { applied, packed: true } : { applied }, pack ? `${done} ${packed}` : done)
  } finally {
    await embedded?.release()
  }
}

/** `migrate`: what every start does anyway, for those who want it done before. */
export const addMigrateCommand = (root: Command, config: () => Config): void => {
  leaf(root, 'migrate', 'Apply pending migrations to the database (every start does this too)', [
    'migrate',
    'migrate --json   # {"applied": […]}',
    'migrate --pack',
  ])
    .option('--pack', `store events, answers and labels in fewer bytes from now on; versions before ${FIRST_VERSION} cannot run after it`)
    .action((options) => runMigrate(config(), options))
}
