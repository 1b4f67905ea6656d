import type { Command } from 'commander'
import { migrateOrRefuse } from '../app/prepare.ts'
import { openEmbedded } from '../database/embedded.ts'
import type { Config } from '../process/config.ts'
import { type Json, leaf, print } from './tool.ts'

const runMigrate = async (config: Config, { json }: Json): Promise<void> => {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const embedded = config.databaseUrl ? null : await openEmbedded({ dataDir: config.dataDir, role: 'tool', log })
  try {
    const database = embedded ? embedded.config : { connectionString: config.databaseUrl as string }
    const applied = await migrateOrRefuse(database, log, embedded)
    print(json, { applied }, applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } finally {
    await embedded?.release()
  }
}

/** `migrate` runs the migrations that every start runs anyway, for operators who want to run them beforehand. */
export const addMigrateCommand = (root: Command, config: () => Config): void => {
  leaf(root, 'migrate', 'Apply pending migrations to the database (the service also does this whenever it starts)', [
    'migrate',
    'migrate --json   # {"applied": […]}',
  ]).action((options) => runMigrate(config(), options))
}
