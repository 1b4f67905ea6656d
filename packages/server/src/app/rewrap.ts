// Encrypts every secret of the database with the current master key, so that the previous key is no longer needed (ADR 12). Processes keep
// running: they have both keys, so a secret is readable before, during and after its rewrite. A row is written only if it has not changed
// since it was read. So a concurrent change by a request stays, and the row is checked again.
import { bytea } from '../database/columns.ts'
import { webhookContext } from '../delivery/secrets.ts'
import { carrierSecretContext } from '../kinds/network/carrier-service.ts'
import { refreshContext } from '../kinds/sign-in/oidc/session.ts'
import { answerContext, ENCRYPTED } from '../service/execute.ts'
import { secretContext } from '../service/key-cache.ts'
import { LINK_KEY_CONTEXT } from '../service/links.ts'
import type { Service } from '../service/service.ts'
import { decrypt, decryptWith, encrypt, type MasterKey } from '../storage/secrets.ts'

const PAGE = 500
/**
 * Number of stored answers that one statement reads. It is large, because there are many stored answers and few of them contain secrets.
 */
const PAGE_OF_ANSWERS = 2000
/** Maximum number of attempts to rewrite a row that others keep changing. */
const MAX_ROUNDS = 10

/** Results for the secrets of one kind. */
export interface Rewrapped {
  kind: 'signing_secrets' | 'webhooks' | 'carrier_secrets' | 'provider_sessions' | 'link_keys' | 'stored_answers'
  /** Secrets that already use the current key. */
  current: number
  rewrapped: number
  /** Secrets that none of the keys can decrypt. */
  unreadable: number
}

/** A secret as stored: the primary key of its row, and its encrypted parts, each with its encryption context. */
interface Sealed {
  id: string[]
  parts: { bytes: Buffer; context: string }[]
}

interface Kind {
  kind: Rewrapped['kind']
  /** Returns the page of rows after this row, and the last row of that page. Null: there are no more pages. */
  page(after: string[] | null): Promise<{ rows: Sealed[]; last: string[] | null }>
  /** Reads one row again. Null: the row is gone. */
  read(id: string[]): Promise<Sealed | null>
  /** Replaces the parts that were read. Returns false if they have changed since then. */
  write(row: Sealed, parts: readonly Buffer[]): Promise<boolean>
}

interface Row {
  id: string
  bytes: Buffer
  more: Buffer | null
  of: string
}

/**
 * Returns the functions for the secrets of a table with an id and one or two binary columns. `of`: the column that the encryption context
 * needs in addition to the id.
 */
const kindOf = (
  { db }: Service,
  kind: Rewrapped['kind'],
  { column, more = 'null::bytea', of = 'id', sets: also = [] }: { column: string; more?: string; of?: string; sets?: string[] },
  contextOf: (row: Row) => string,
): Kind => {
  const columns = `id, ${column} as bytes, ${more} as more, ${of} as of`
  const sealed = (row: Row): Sealed => {
    const context = contextOf(row)
    return { id: [row.id], parts: [row.bytes, row.more].filter((bytes) => bytes !== null).map((bytes) => ({ bytes, context })) }
  }
  return {
    kind,
    page: async (after) => {
      const text = `select ${columns} from ${kind} where ${column} is not null and id > $1 order by id limit ${PAGE}`
      const rows = await db.query<Row>(`rewrap_${kind}`, text, [after?.[0] ?? ''])
      return { rows: rows.map(sealed), last: rows.length < PAGE ? null : [(rows.at(-1) as Row).id] }
    },
    read: async ([id = '']) => {
      const text = `select ${columns} from ${kind} where ${column} is not null and id = $1`
      const row = await db.one<Row>(`rewrap_${kind}_row`, text, [id])
      return row && sealed(row)
    },
    write: async ({ id, parts }, [first, second]) => {
      const two = parts.length > 1
      const sets = [`${column} = $2`, ...(two ? [`${more} = $4`] : []), ...also]
      const guard = more === 'null::bytea' ? '' : two ? ` and ${more} = $5` : ` and ${more} is null`
      const values = [id[0] as string, bytea(first as Buffer), bytea(parts[0]?.bytes as Buffer)]
      if (two) values.push(bytea(second as Buffer), bytea(parts[1]?.bytes as Buffer))
      const text = `update ${kind} set ${sets.join(', ')} where id = $1 and ${column} = $3${guard} returning id`
      return (await db.query(`rewrap_${kind}_write_${parts.length}`, text, values)).length === 1
    },
  }
}

interface AnswerRow {
  principal: string
  endpoint: string
  key: string
  body: string | null
}

const ANSWER_KEY = 'k.principal = $1 and k.endpoint = $2 and k.key = $3'
const ITS_ANSWER = 'a.created_at = k.created_at and a.id = k.answer'
const BODY = `(select a.body from answers a where ${ITS_ANSWER})`

const storedAnswers = ({ db }: Service): Kind => {
  const sealed = (row: AnswerRow): Sealed => {
    const bytes = Buffer.from((row.body as string).slice(ENCRYPTED.length), 'base64')
    return { id: [row.principal, row.endpoint, row.key], parts: [{ bytes, context: answerContext(row) }] }
  }
  const textOf = (bytes: Buffer): string => ENCRYPTED + bytes.toString('base64')
  return {
    kind: 'stored_answers',
    page: async (after) => {
      const text = `
        with page as materialized (
          select principal, endpoint, key, ${BODY} as body from idempotency_keys k
           where $1::text is null or (principal, endpoint, key) > ($1, $2, $3) order by principal, endpoint, key limit ${PAGE_OF_ANSWERS}
        ),
        last as (select *, count(*) over () as n from page order by principal desc, endpoint desc, key desc limit 1)
        select principal, endpoint, key, body from page where starts_with(body, '${ENCRYPTED}')
        union all
        (select principal, endpoint, key, null from last where n = ${PAGE_OF_ANSWERS})`
      const rows = await db.query<AnswerRow>('rewrap_answers', text, after ?? [null, null, null])
      const end = rows.find(({ body }) => body === null)
      return { rows: rows.filter(({ body }) => body !== null).map(sealed), last: end ? [end.principal, end.endpoint, end.key] : null }
    },
    read: async (id) => {
      const text = `select principal, endpoint, key, ${BODY} as body from idempotency_keys k where ${ANSWER_KEY}`
      const row = await db.one<AnswerRow>('rewrap_answer', text, id)
      return row?.body?.startsWith(ENCRYPTED) ? sealed(row) : null
    },
    write: async ({ id, parts }, [bytes]) => {
      const text = `update answers a set body = $4 from idempotency_keys k where ${ANSWER_KEY} and ${ITS_ANSWER} and a.body = $5 returning 1`
      const values = [...id, textOf(bytes as Buffer), textOf(parts[0]?.bytes as Buffer)]
      return (await db.query('rewrap_answer_write', text, values)).length === 1
    },
  }
}

const kindsOf = (service: Service): Kind[] => {
  const { environment } = service.config
  const sets = [`master_key_id = '${service.masterKey.id}'`]
  // Raise the version too. Otherwise a concurrent request that has read the webhook and then writes the whole row would restore the old
  // secret.
  const setsOfWebhook = [...sets, 'version = version + 1']
  return [
    kindOf(service, 'signing_secrets', { column: 'ciphertext', of: 'key_id', sets }, ({ id, of }) => secretContext(environment, of, id)),
    kindOf(service, 'webhooks', { column: 'secret', more: 'next_secret', sets: setsOfWebhook }, ({ id }) =>
      webhookContext(environment, id),
    ),
    kindOf(service, 'carrier_secrets', { column: 'ciphertext', sets }, ({ id }) => carrierSecretContext(environment, id)),
    kindOf(service, 'link_keys', { column: 'ciphertext', sets }, () => LINK_KEY_CONTEXT),
    kindOf(service, 'provider_sessions', { column: 'refresh_token' }, ({ id }) => refreshContext(environment, id)),
    storedAnswers(service),
  ]
}

const isCurrent = (key: MasterKey, { parts }: Sealed): boolean =>
  parts.every(({ bytes, context }) => {
    try {
      decryptWith(key, bytes, context)
      return true
    } catch {
      return false
    }
  })

/** Returns the parts, encrypted with the current key. Null: none of the keys can decrypt them. */
const rewrapped = (key: MasterKey, { parts }: Sealed): Buffer[] | null => {
  try {
    return parts.map(({ bytes, context }) => encrypt(key, decrypt(key, bytes, context), context))
  } catch {
    return null
  }
}

type Outcome = Exclude<keyof Rewrapped, 'kind'>

const rewrapOne = async (key: MasterKey, kind: Kind, found: Sealed, isWriting: boolean): Promise<Outcome | null> => {
  let row: Sealed | null = found
  for (let round = 0; row !== null && round < MAX_ROUNDS; round++) {
    if (isCurrent(key, row)) return 'current'
    const parts = rewrapped(key, row)
    if (!parts) return 'unreadable'
    if (!isWriting || (await kind.write(row, parts))) return 'rewrapped'
    row = await kind.read(row.id)
  }
  if (row !== null) throw new Error(`a row of ${kind.kind} keeps changing; try again`)
  return null
}

/**
 * Encrypts all secrets that use other master keys with the current key. If `isWriting` is false, only counts these secrets. `onProgress`:
 * called with the number of secrets checked so far.
 */
export const rewrap = async (service: Service, isWriting: boolean, onProgress: (done: number) => void = () => {}): Promise<Rewrapped[]> => {
  let done = 0
  const all: Rewrapped[] = []
  for (const kind of kindsOf(service)) {
    const result: Rewrapped = { kind: kind.kind, current: 0, rewrapped: 0, unreadable: 0 }
    for (let after: string[] | null = null, isLast = false; !isLast; ) {
      const { rows, last } = await kind.page(after)
      for (const row of rows) {
        const outcome = await rewrapOne(service.masterKey, kind, row, isWriting)
        if (outcome) result[outcome]++
        onProgress(++done)
      }
      after = last
      isLast = last === null
    }
    all.push(result)
  }
  return all
}
