import { isId } from '@backhaul/core/ids.ts'
import type { Row } from '@backhaul/core/tables.ts'
import { bytea } from '../../database/columns.ts'
import type { Database } from '../../database/db.ts'
import { UNNAMED_HOURS } from '../../delivery/retention.ts'
import { Gate, PATIENCE_MS } from '../../process/gate.ts'
import { idAt } from '../../process/ids.ts'
import { shareOf } from '../../process/machine.ts'
import type { StoreReach } from '../../service/reach.ts'

/**
 * One row of `documents`. `partner_id`: the partner that uploaded it or received it, or `operator`. `content`: the bytes, or null if they
 * are in an object.
 */
export type DocumentRow = Row<'documents', Buffer>

/** A document with the size and checksum that its object must have. */
export interface PlacedDocument extends DocumentRow {
  sha256: string | null
}

/** Owner of documents that were uploaded with an operator's key. */
export const OPERATOR = 'operator'

/**
 * Maximum number of documents written or read at a time. The database protocol carries them as text, and each takes several times its size
 * in memory.
 */
const MAX_TRANSFERS = 3
export const transfers = new Gate(shareOf(MAX_TRANSFERS), PATIENCE_MS)

/** `object_id`: the object with the bytes. Null if the row has them. */
export const documentRow = (
  { id, partner_id, content_type, created_at }: Pick<DocumentRow, 'id' | 'partner_id' | 'content_type' | 'created_at'>,
  bytes: Uint8Array,
  object_id: string | null = null,
) => ({ id, partner_id, content_type, size: bytes.length, content: object_id === null ? bytea(bytes) : null, created_at, object_id })

/** SQL: a scan that names the document and still exists. */
const NAMING_SCAN = 'select from document_uses u join scans c on c.id = u.id where u.document_id = d.id'

/**
 * Documents with this id or a newer one are kept even if nothing refers to them. An older document expires if no delivery and no scan names
 * it. It is removed as soon as no scan in progress can name it.
 */
const keptFrom = (): string => idAt('document', Date.now() - UNNAMED_HOURS * 3_600_000)
const isKept = (parameter: string): string =>
  `(d.id >= ${parameter} or exists (select from shipments s where s.pod_document_id = d.id) or exists (${NAMING_SCAN}))`

/** Number of bytes of documents by owner. PostgreSQL counts them: see the migration. */
export type StorageRow = Row<'storage'>

const readStorage = (db: Database, owner: string): Promise<StorageRow | null> =>
  db.one<StorageRow>('storage', 'select id, used, version from storage where id = $1', [owner])

export const usedBytes = async (db: Database, owner: string): Promise<number> => (await readStorage(db, owner))?.used ?? 0

/** Reads the storage row of an owner in the form that plans check. Creates the row if it does not exist. */
export const findStorage = async (db: Database, owner: string): Promise<StorageRow> => {
  const found = await readStorage(db, owner)
  if (found) return found
  await db.query('storage_open', 'insert into storage (id) values ($1) on conflict do nothing', [owner])
  return (await readStorage(db, owner)) as StorageRow
}

/** Number of bytes of all owners together. */
export const usedInAll = async (db: Database): Promise<number> =>
  (await db.one<{ used: number }>('storage_in_all', 'select coalesce(sum(used), 0) as used from storage'))?.used ?? 0

/**
 * Finds a document by id. It is visible to its owner, to the partner whose parcel it shows, and to operators, whose tenant is null
 * (docs/guide/scans.md#documents). A counter sees it if one of its own scans names it.
 */
export const findDocument = async (db: Database, { tenant, store }: StoreReach, id: string): Promise<PlacedDocument | null> =>
  isId('document', id)
    ? db.one<PlacedDocument>(
        'document',
        `select d.*, o.sha256 from documents d left join objects o on o.id = d.object_id where d.id = $1 and ${isKept('$3')}
           and ($4::text is null or exists (${NAMING_SCAN} and c.store_id = $4))
           and ($2::text is null or partner_id = $2
           or exists (select from shipments s where s.pod_document_id = d.id and s.partner_id = $2)
           or exists (${NAMING_SCAN} and c.partner_id = $2))`,
        [id, tenant, keptFrom(), store],
      )
    : null

/** The owners of these documents, by document id. Unknown ids are left out. */
export const findOwners = async (db: Database, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db.query<Pick<DocumentRow, 'id' | 'partner_id'>>(
    'document_owners',
    `select id, partner_id from documents d where id = any($1::text[]) and ${isKept('$2')}`,
    [ids.filter((id) => isId('document', id)), keptFrom()],
  )
  return new Map(rows.map((row) => [row.id, row.partner_id]))
}
