import { isId } from '@backhaul/core/ids.ts'
import type { Database } from '../../database/db.ts'
import type { Position } from '../../database/list-rows.ts'
import type { ImportRow, Kind, ListedRow, State } from './model.ts'

/** All columns except errors and warnings, which may be long. */
const LISTED = `id, kind, carrier, state, file_name, bytes, actor, rows, checked_rows, applied_rows, created_rows, changed_rows, unmatched_rows,
  error_count, warning_count, tries, created_at, ended_at`

export const findImport = async (db: Database, id: string): Promise<ImportRow | null> =>
  isId('import', id) ? db.one<ImportRow>('import', 'select * from imports where id = $1', [id]) : null

export const listImports = (db: Database, kind: Kind | null, after: Position | null, limit: number): Promise<ListedRow[]> =>
  db.query<ListedRow>(
    'imports_list',
    `select ${LISTED} from imports where ($1::timestamptz is null or (created_at, id) < ($1, $2)) and ($3::text is null or kind = $3)
      order by created_at desc, id desc limit $4`,
    [after?.created_at ?? null, after?.id ?? null, kind, limit],
  )

/** SQL: the imports of this kind that have not ended. */
export const openOf = (kind: Kind): string => `select id from imports where kind = '${kind}' and ended_at is null`

/** The id of an open import. `carrier`: if given, only a report of this carrier. */
export const findOpen = async (db: Database, kind: Kind, carrier: string | null = null): Promise<string | null> => {
  const text = `${openOf(kind)} and ($1::text is null or carrier = $1) limit 1`
  return (await db.one<{ id: string }>(`import_open_${kind}`, text, [carrier]))?.id ?? null
}

/** The ids of the reports that have not ended: at most one for each carrier. */
export const listOpenReports = async (db: Database): Promise<string[]> =>
  (await db.query<{ id: string }>('import_open_reports', `${openOf('carrier-report')} order by id`)).map(({ id }) => id)

export const PART_BYTES = 1024 * 1024

/** A file from a request, or one that is read in pieces of at most PART_BYTES. */
export type Content = Uint8Array | AsyncIterable<Buffer>

function* partsOf({ buffer, byteOffset, length }: Uint8Array): Generator<Buffer> {
  for (let from = 0; from < length; from += PART_BYTES) yield Buffer.from(buffer, byteOffset + from, Math.min(PART_BYTES, length - from))
}

/** Stores the file of an import in pieces, so that only one piece is in memory. Returns its size in bytes. */
export const keepFile = async (db: Database, id: string, content: Content): Promise<number> => {
  let [part, bytes] = [0, 0]
  for await (const piece of content instanceof Uint8Array ? partsOf(content) : content) {
    await db.query('import_part_write', 'insert into import_parts (import_id, part, content) values ($1, $2, $3)', [id, part, piece])
    part += 1
    bytes += piece.length
  }
  return bytes
}

/** Reads the file of an import piece by piece. */
export async function* readPieces(db: Database, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const text = 'select content from import_parts where import_id = $1 and part = $2'
    const row = await db.one<{ content: Buffer }>('import_part', text, [id, part])
    if (!row) return
    yield row.content
  }
}

/** Removes the file of an import. Called when the import is removed, or earlier if the import was never created. */
export const dropFile = async (db: Database, id: string): Promise<void> => {
  await db.query('import_parts_drop', 'delete from import_parts where import_id = $1', [id])
  await db.query('import_rows_drop', 'delete from import_rows where import_id = $1', [id])
}

/**
 * A file of the report folder that needs no more work, with the state of its import. The state is null if the import was removed because of
 * its age.
 */
export interface NotedFile {
  id: string
  is_taken: boolean
  state: State | null
  error_count: number | null
}

/**
 * Finds which of these files are recorded as needing no more work, and keeps their records. A record is removed once its file is no longer
 * seen in the folder.
 */
export const findNotedFiles = async (db: Database, ids: readonly string[]): Promise<NotedFile[]> => {
  const again = "update carrier_report_files set seen_at = now() where id = any($1::text[]) and seen_at < now() - interval '1 day'"
  await db.query('report_files_seen', again, [ids])
  return db.query<NotedFile>(
    'report_files',
    `select f.id, f.is_taken, i.state, i.error_count from carrier_report_files f left join imports i on i.id = f.import_id
      where f.id = any($1::text[])`,
    [ids],
  )
}

/** Removes the record of a file, so that the file is tried again. */
export const forgetFile = (db: Database, id: string) =>
  db.query('report_file_forget', 'delete from carrier_report_files where id = $1 and not is_taken', [id])
