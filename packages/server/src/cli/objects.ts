import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { OpenService } from '../app/open-service.ts'
import { checkDocuments, type Moved, moveDocuments, readDocumentCounts, type Where } from '../kinds/documents/move.ts'
import type { Config } from '../process/config.ts'
import { auditPlan } from '../service/audit.ts'
import { checkArchives, readArchiveStanding } from '../storage/event-archive.ts'
import { ObjectDamaged, type Objects, ObjectsAway, sha256Of } from '../storage/objects.ts'
import { CommandError, choice, cliActor, type Json, leaf, listing, print, run, showProgress, withService } from './tool.ts'

const MIB = 1024 * 1024
const documents = (count: number): string => (count === 1 ? '1 document' : `${count} documents`)
const ofSize = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`

const placeOf = ({ objects }: OpenService): Objects => {
  if (!objects) throw new CommandError('BACKHAUL_OBJECTS is not set; set it to s3://bucket or the absolute path of a folder')
  return objects
}

/** Turns errors of the document storage into command failures, which the operator reads and acts on. */
const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectsAway || error instanceof ObjectDamaged) throw new CommandError(error.message)
    throw error
  }
}

const status = (config: Config, { json }: Json): Promise<void> =>
  withService(config, async (service) => {
    const counts = await readDocumentCounts(service.db)
    const archive = await readArchiveStanding(service.db)
    const { in_database, in_database_bytes, in_objects, in_objects_bytes, to_remove, overdue } = counts
    const place = service.objects?.name ?? null
    print(
      json,
      { place, new_documents: config.documents, ...counts, ...archive },
      listing({
        place: place ?? 'none',
        'new documents': config.documents === 'objects' ? 'there' : 'in the database',
        'in the database': `${documents(in_database)}, ${ofSize(in_database_bytes)}`,
        there: `${documents(in_objects)}, ${ofSize(in_objects_bytes)}`,
        events: `${archive.archived_events} in ${archive.archives} objects, ${ofSize(archive.archives_bytes)}`,
        'to be removed': `${to_remove}, ${overdue} of them overdue`,
      }),
    )
  })

/** Tests the document storage with an object under a new name. */
const tryOut = async (objects: Objects): Promise<void> => {
  const bytes = randomBytes(1024)
  const stored = { id: `check/${bytes.toString('hex', 0, 8)}`, sha256: sha256Of(bytes), size: bytes.length }
  await objects.put(stored, bytes)
  await objects.get(stored)
  await objects.remove(stored.id)
}

const check = (config: Config, { json, all }: Json & { all?: boolean }): Promise<void> =>
  withService(config, (service) =>
    inWords(async () => {
      const objects = placeOf(service)
      await tryOut(objects)
      const looked = (count: number) => showProgress(`checked ${documents(count)}`)
      const checked = all ? await checkDocuments(service.db, objects, looked) : null
      const onEventChecked = (count: number) => showProgress(`checked ${count} objects of events`)
      const damagedEvents = all ? await checkArchives(service.db, objects, onEventChecked) : null
      showProgress('')
      const works = `${objects.name} stores, returns and removes objects.`
      print(
        json,
        { place: objects.name, ...checked, ...(damagedEvents && { damaged_events: damagedEvents }) },
        checked ? `${works}\n${documents(checked.good)} intact.` : works,
      )
      if (damagedEvents && damagedEvents.length > 0)
        throw new CommandError(`missing or damaged objects of events: ${damagedEvents.join(' ')}`)
      if (checked && checked.damaged.length > 0)
        throw new CommandError(`${documents(checked.damaged.length)} missing or damaged: ${checked.damaged.join(' ')}`)
    }),
  )

const move = (config: Config, { json, to }: Json & { to: Where }): Promise<void> =>
  withService(config, (service) =>
    inWords(async () => {
      const objects = placeOf(service)
      const { in_database, in_objects } = await readDocumentCounts(service.db)
      const all = to === 'objects' ? in_database : in_objects
      const show = ({ moved, bytes }: Moved) => showProgress(`moved ${moved} of ${documents(all)}, ${ofSize(bytes)}`)
      const done = await moveDocuments(service.db, objects, to, show)
      showProgress('')
      if (done.moved > 0) {
        const action = { actor: cliActor(), action: 'documents.moved', subject: to, before: null, after: { ...done, place: objects.name } }
        await run(service, async () => ({ status: 200, body: {}, plan: auditPlan(service, action) }))
      }
      const where = to === 'objects' ? `to ${objects.name}` : 'into the database'
      print(json, { to, ...done }, `Moved ${documents(done.moved)}, ${ofSize(done.bytes)}, ${where}.`)
      if (config.documents !== to && !json)
        process.stdout.write(
          `New documents are still stored elsewhere: set BACKHAUL_DOCUMENTS=${to} for every process, and run this command again.\n`,
        )
    }),
  )

/** `objects status|check|move` (docs/operating/storage.md#documents-outside-the-database). */
export const addObjectCommands = (root: Command, config: () => Config): void => {
  const group = root.command('objects').description('Documents and older events stored outside the database')
  leaf(group, 'status', 'Show where documents and events are stored', ['objects status']).action((options: Json) =>
    status(config(), options),
  )
  leaf(group, 'check', 'Check that the storage of BACKHAUL_OBJECTS stores, returns and removes objects', [
    'objects check',
    'objects check --all',
  ])
    .option('--all', 'also read all stored documents and events, and verify their bytes')
    .action((options: Json & { all?: boolean }) => check(config(), options))
  leaf(group, 'move', 'Move all documents, while servers run; if the command is interrupted, run it again', ['objects move --to objects'])
    .requiredOption(
      '--to <where>',
      'objects: to the storage of BACKHAUL_OBJECTS; database: back to the database',
      choice('objects', 'database'),
    )
    .action((options: Json & { to: Where }) => move(config(), options))
}
