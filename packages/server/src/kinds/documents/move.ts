// Moves the bytes of documents between the database and the object store while servers run
// (docs/operating/storage.md#documents-outside-the-database). It moves one document at a time: it writes the copy, reads it back, and only
// then removes the original. The statement that removes the original checks that the document is unchanged. If the run is interrupted, each
// document is in one of the two places, and the next run continues with the rest.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/db.ts'
import { putLoose, RETENTION_DAYS } from '../../storage/object-rows.ts'
import { ObjectDamaged, type Objects, ObjectsAway } from '../../storage/objects.ts'
import { contentOf, FOLDER } from './content.ts'
import type { PlacedDocument } from './queries.ts'

export type Where = 'database' | 'objects'

export interface Moved {
  /** Number of documents moved. */
  moved: number
  bytes: number
}

const PAGE = 500
/** Tries several times, because the object store may be unavailable for a moment. */
const TRIES = 5
const REST_MS = 2_500

interface Seen {
  id: string
  size: number
  where: Where
}

const readPage = (db: Database, after: string): Promise<Seen[]> =>
  db.query(
    'documents_page',
    `select id, size, case when object_id is null then 'database' else 'objects' end as where
       from documents where id > $1 order by id limit ${PAGE}`,
    [after],
  )

/** Reads a document, with its bytes if the row has them. Returns null if it is gone. */
const readOne = (db: Database, id: string): Promise<PlacedDocument | null> =>
  db.one('document_to_move', 'select d.*, o.sha256 from documents d left join objects o on o.id = d.object_id where d.id = $1', [id])

/** Returns false if the document is no longer in the database. */
const toObjects = async (db: Database, objects: Objects, { id, content }: PlacedDocument): Promise<boolean> => {
  if (!content) return false
  const object = await putLoose(db, objects, FOLDER, content)
  // Reads the object back, because it will soon be the only copy.
  await objects.get(object)
  const rows = await db.query(
    'document_to_objects',
    `with o as materialized (select id from objects where id = $2 and version = $3 for update),
     d as (update documents d set content = null, object_id = o.id from o where d.id = $1 and d.object_id is null returning d.object_id),
     n as (update objects t set remove_after = null, version = version + 1 from d where t.id = d.object_id returning 1)
     select 1 from n`,
    [id, object.id, object.version],
  )
  return rows.length > 0
}

const toDatabase = async (db: Database, objects: Objects, document: PlacedDocument): Promise<boolean> => {
  const { id, object_id } = document
  if (object_id === null) return false
  const rows = await db.query(
    'document_to_database',
    `with d as (update documents set content = $3, object_id = null where id = $1 and object_id = $2 returning 1),
     o as (update objects set remove_after = now() + interval '${RETENTION_DAYS} days', version = version + 1 where id = $2 and exists (select from d))
     select 1 from d`,
    [id, object_id, await contentOf(objects, document)],
  )
  return rows.length > 0
}

const withPatience = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ObjectsAway) || tries === TRIES) throw error
      await sleep(REST_MS)
    }
  }
}

/**
 * @param onProgress receives the totals so far
 * @throws ObjectsAway, ObjectDamaged; documents moved before the error stay moved
 */
export const moveDocuments = async (
  db: Database,
  objects: Objects,
  to: Where,
  onProgress: (moved: Moved) => void = () => {},
): Promise<Moved> => {
  const done: Moved = { moved: 0, bytes: 0 }
  const move = to === 'objects' ? toObjects : toDatabase
  for (let after = '', page = await readPage(db, after); page.length > 0; page = await readPage(db, after)) {
    for (const { id, size } of page.filter(({ where }) => where !== to)) {
      const isMoved = await withPatience(async () => {
        const document = await readOne(db, id)
        return document !== null && move(db, objects, document)
      })
      if (!isMoved) continue
      done.moved++
      done.bytes += size
      onProgress(done)
    }
    after = (page.at(-1) as Seen).id
  }
  return done
}

export interface Checked {
  /** Number of documents whose objects are intact. */
  good: number
  /** Ids of documents whose objects are damaged or missing. */
  damaged: string[]
}

/** Reads the objects of all documents. Errors: ObjectsAway. */
export const checkDocuments = async (db: Database, objects: Objects, onProgress: (looked: number) => void = () => {}): Promise<Checked> => {
  const checked: Checked = { good: 0, damaged: [] }
  for (let after = '', page = await readPage(db, after); page.length > 0; page = await readPage(db, after)) {
    for (const { id } of page.filter(({ where }) => where === 'objects')) {
      try {
        await withPatience(async () => {
          const document = await readOne(db, id)
          if (document) await contentOf(objects, document)
        })
        checked.good++
      } catch (error) {
        if (!(error instanceof ObjectDamaged)) throw error
        checked.damaged.push(id)
      }
      onProgress(checked.good + checked.damaged.length)
    }
    after = (page.at(-1) as Seen).id
  }
  return checked
}

export interface DocumentCounts {
  /** Number of documents in the database and in objects, and their total size in bytes. */
  in_database: number
  in_database_bytes: number
  in_objects: number
  in_objects_bytes: number
  /** Number of unneeded objects that still exist, and how many of them are overdue for removal. */
  to_remove: number
  overdue: number
}

export const readDocumentCounts = async (db: Database): Promise<DocumentCounts> =>
  (await db.one<DocumentCounts>(
    'documents_standing',
    `select count(*) filter (where object_id is null) as in_database,
            coalesce(sum(size) filter (where object_id is null), 0) as in_database_bytes,
            count(object_id) as in_objects,
            coalesce(sum(size) filter (where object_id is not null), 0) as in_objects_bytes,
            (select count(*) from objects where remove_after is not null) as to_remove,
            (select count(*) from objects where remove_after < now()) as overdue
       from documents`,
  )) as DocumentCounts
