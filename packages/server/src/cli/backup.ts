import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { Database } from '../database/db.ts'
import { type Backup, backUp, checkBackup, hasDatabase, openEmbedded, readBackup, restoreBackup } from '../database/embedded.ts'
import { readHold } from '../database/hold.ts'
import { setHold } from '../kinds/network/hold.ts'
import type { Config } from '../process/config.ts'
import { VERSION } from '../process/version.ts'
import { masterKeyFile, masterKeyInUse, masterKeysAtHand } from '../storage/secrets.ts'
import { CommandError, cliActor, failOn, type Json, leaf, print, shortText, showProgress, withService } from './tool.ts'

const MEGABYTE = 1e6
const GUIDE = 'docs/operating/backup.md'

const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE)} MB`

const following =
  (what: string) =>
  (done_bytes: number, bytes: number): void =>
    showProgress(`${what} ${megabytes(done_bytes)} of ${megabytes(bytes)}`)

const refuseServer = (config: Config, command: string): void => {
  if (config.databaseUrl)
    throw new CommandError(
      `${command} works only with the embedded database, but DATABASE_URL is set; use PostgreSQL's own tools (see ${GUIDE})`,
    )
}

/** Facts that the program stores in a backup for its restore. */
interface About {
  program: string
  environment: string
  /** Id of the key that encrypts the newest secrets. Null if there are none. */
  master_key_id: string | null
}

const aboutOf = ({ about }: Backup): About => about as unknown as About

/** Describes a backup as JSON, without the list of its files. */
const shown = (directory: string, backup: Backup) => {
  const { began_at, ended_at, bytes, files, postgres } = backup
  return { directory, began_at, ended_at, bytes, files: files.length, postgres, ...aboutOf(backup) }
}

const makeBackup = async (config: Config, to: string, { json }: Json): Promise<void> => {
  refuseServer(config, 'backup')
  if (!hasDatabase(config.dataDir))
    throw new CommandError(`${config.dataDir} contains no database; set BACKHAUL_DATA_DIR to the directory that contains the database`)
  const embedded = await openEmbedded({ dataDir: config.dataDir, role: 'tool', log: () => {} })
  try {
    const db = new Database(embedded.config, 1)
    const master_key_id = await masterKeyInUse(db).finally(() => db.close())
    const about: About = { program: VERSION, environment: config.environment, master_key_id }
    const backup = await backUp(embedded, to, { ...about }, following('copied'))
    showProgress('')
    const key =
      master_key_id === null
        ? ''
        : `\nThe backup does not contain the master key ${master_key_id}. Keep the key elsewhere, because a restore needs it.`
    print(json, shown(to, backup), `Backed up ${megabytes(backup.bytes)} to ${to}, as of ${backup.ended_at}.${key}`)
  } finally {
    await embedded.release()
  }
}

const refuseWithoutKey = (config: Config, { master_key_id }: About): void => {
  const ids = masterKeysAtHand(config)
  if (master_key_id === null || ids.includes(master_key_id)) return
  const found = ids.length === 0 ? 'is missing' : 'is not configured here'
  const remedy = `save that key in ${masterKeyFile(config)}, or set BACKHAUL_MASTER_KEY to that key`
  throw new CommandError(`the secrets in this backup are encrypted with the master key ${master_key_id}, which ${found}; ${remedy}`)
}

const restoreFrom = async (config: Config, from: string, { json }: Json): Promise<void> => {
  refuseServer(config, 'restore <backup>')
  refuseWithoutKey(config, aboutOf(await readBackup(from)))
  const backup = await restoreBackup(config.dataDir, from, following('restored'))
  showProgress('')
  const waiting = await withService(config, async ({ db }) => {
    const row = await db.one<{ waiting: number }>('restored', "select count(*) as waiting from deliveries where status = 'pending'")
    return row?.waiting ?? 0
  })
  const text = `Restored ${megabytes(backup.bytes)} into ${config.dataDir}, as of ${backup.ended_at}.
No deliveries are sent to webhooks, and ${waiting === 1 ? '1 delivery waits' : `${waiting} deliveries wait`}. To send them, run: backhaul restore --activate`
  print(json, { ...shown(from, backup), data_dir: config.dataDir, deliveries_waiting: waiting }, text)
}

const check = async (from: string, { json }: Json): Promise<void> => {
  const backup = await checkBackup(from, following('read'))
  showProgress('')
  const text = `All ${backup.files.length} files of ${from} are intact: ${megabytes(backup.bytes)}, as of ${backup.ended_at}.`
  print(json, shown(from, backup), text)
}

const hold = async (config: Config, reason: string | null, { json }: Json): Promise<void> => {
  const held = await withService(config, async (service) => {
    const changed = await setHold(service, cliActor(), reason)
    if (isRefusal(changed)) return failOn(changed)
    return readHold(service.db)
  })
  const state = held ? { deliveries: 'held', since: held.since, reason: held.reason } : { deliveries: 'sent', since: null, reason: null }
  const text = held
    ? `Deliveries to webhooks have been held since ${held.since}: ${held.reason}.`
    : 'The waiting deliveries are now sent to webhooks.'
  print(json, state, text)
}

interface RestoreOptions extends Json {
  check?: boolean
  activate?: boolean
  hold?: boolean
  reason?: string
}

const restore = async (config: () => Config, from: string | undefined, options: RestoreOptions): Promise<void> => {
  const wanted = [from !== undefined && !options.check, options.check, options.activate, options.hold].filter(Boolean).length
  const needsBackup = options.check && from === undefined
  const isStray = (options.activate || options.hold) && from !== undefined
  if (wanted !== 1 || needsBackup || isStray)
    throw new CommandError('give a backup (with or without --check), --activate or --hold; see `backhaul restore --help`')
  if (options.reason !== undefined && !options.hold) throw new CommandError('--reason needs --hold')
  if (options.check) return check(from as string, options)
  if (options.activate) return hold(config(), null, options)
  if (options.hold) return hold(config(), options.reason ?? 'an operator holds them', options)
  return restoreFrom(config(), from as string, options)
}

/** `backup` and `restore` (docs/operating/backup.md). */
export const addBackupCommands = (root: Command, config: () => Config): void => {
  leaf(root, 'backup', 'Copy the embedded database into a new directory, whether or not a server runs', [
    'backup /mnt/backups/monday',
    'backup /mnt/backups/monday --json',
  ])
    .argument('<directory>', 'directory for the backup; must not exist')
    .action((to: string, options: Json) => makeBackup(config(), to, options))
  leaf(root, 'restore', 'Restore the embedded database from a backup; no deliveries are sent until `restore --activate`', [
    'restore /mnt/backups/monday --check     # is it intact?',
    'BACKHAUL_DATA_DIR=./copy backhaul restore /mnt/backups/monday   # ./copy must exist, without a database',
    'restore --activate                      # send waiting deliveries; also works with your own PostgreSQL',
    'restore --hold --reason "point in time recovery of Monday"',
  ])
    .argument('[backup]', 'directory that `backup` created')
    .option('--check', 'only read the backup and verify its files')
    .option('--activate', 'start to send deliveries to webhooks')
    .option('--hold', 'send no deliveries to webhooks until --activate')
    .option('--reason <text>', 'with --hold: the reason (default: an operator holds them)', shortText(1, 200))
    .action((from: string | undefined, options: RestoreOptions) => restore(config, from, options))
}
