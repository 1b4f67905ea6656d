// Search as you type: finds records by the beginning or the last characters of a number and by fragments of names.
//
// Each statement reads a bounded number of candidates, which match.ts then compares with the text. The newest RECENT shipments are always
// candidates: a text that many shipments match is common among them too, and a text that few match is found by an index (fill.ts). So no
// statement reads all matches, however many there are.
import type { Database, Value } from '../../database/db.ts'
import { FACTS } from './fill.ts'
import { matchOf, type Typed } from './match.ts'
import type { Suggestion } from './model.ts'
import { type Facts, partnerKey, patternsOf, TAIL, tailKeys, type WordPattern, wordKey } from './words.ts'

/** Number of the newest records of a kind that each search compares. */
const RECENT = 500
/** Number of rows that one index look-up reads, and of candidates that it gives. */
const READ = 1_000
const CANDIDATES = 100
/** The same for fragments of names. */
const READ_BY_NAME = 4_000
const WORDS_READ = 5_000
const WORDS = 200
/** Maximum number of hashes of one word, in all partners. */
const WORD_KEYS = 10_000
/** Maximum number of results of one kind. */
export const PER_KIND = 8
/** An index is read from this length on. */
const MIN_NUMBER = 3
/** The last characters of the alphabets of numbers, and of Unicode. They end a range of texts with one beginning. */
const [LAST_LETTER, LAST_DIGIT, LAST] = ['ZZZZZZ', '999999', '\u{10ffff}']

export interface SuggestReach {
  /** Null: all partners. */
  tenant: string | null
  events: boolean
  /** Whether the caller may see the names of partners. */
  operators: boolean
}

type ShipmentRow = Facts & { status: string; created_at: string }

const COLUMNS = `${FACTS}, s.status, s.created_at`
/** SQL: the shipments with the ids in `from`, newest first. */
const shipmentsIn = (from: string, isOwn: boolean): string => `
  select ${COLUMNS} from (select distinct id from ${from}) f cross join lateral (select * from shipments where id = f.id limit 1) s
   ${isOwn ? 'where s.partner_id = $1' : 'where $1::text is null'} order by s.created_at desc, s.id desc`

/** SQL: the hashes of all partners with such a key. Each costs one look-up in the index, however many rows it has. */
const partnersWith = (column: string): string => `(
    with recursive p as (
      (select partner from search_shipments where ${column} is not null order by partner limit 1)
      union all select (select partner from search_shipments where ${column} is not null and partner > p.partner order by partner limit 1)
        from p where p.partner is not null)
    select partner from p where partner is not null)`

/**
 * SQL: shipments by the beginning of a number. The inner query cannot use an index by partner, which would read all rows of the partner. The
 * highest numbers are usually the newest.
 */
const ranged = (column: string, from: string, last: string, own: string): string => `
    select id from (select id, partner_id from shipments where ${column} >= ${from} and ${column} <= ${from} || '${last}'
                     order by ${column} desc limit ${READ}) s where true ${own} limit ${CANDIDATES}`

// Parameters: $1 the tenant and $2 its hash, $3 the text for LIKE, $4 the beginning of a tracking number, $5 of a barcode, $6 and $7 the
// range of order numbers and RMAs, $8 hashes of last characters. Null: that index is not read.
const numbersSql = (isOwn: boolean): string => {
  const [own, newest] = isOwn
    ? ['and partner_id = $1', 'where partner_id = $1 order by created_at desc, id desc']
    : ['', 'order by shipments.id desc']
  const references = ['order_key', 'rma_key'].map(
    (column) => `
    (select i.shipment_id from ${isOwn ? '(select $2::int as partner)' : partnersWith(column)} p cross join lateral (
       select shipment_id from search_shipments
        where partner = p.partner and ${column} >= $6 and ${column} < $7 order by ${column} limit ${CANDIDATES}) i limit ${CANDIDATES})`,
  )
  return `
  with recent as materialized (select ${COLUMNS} from (select * from shipments ${newest} limit ${RECENT}) s),
  tails as materialized (select shipment_id from search_shipments where ${isOwn ? 'partner = $2::int' : '$2::int is null'} and keys && $8::int[] limit ${READ}),
  found as (
    (select id from recent r
      where lower(concat_ws(' ', r.order_id, r.rma, r.name, r.company, r.email)) like $3
         or r.tracking like $4 || '%' or r.barcode like $5 || '%' or r.tracking like '%' || $4 or r.barcode like '%' || $5 limit ${CANDIDATES})
    union all (${ranged('tracking', '$4', LAST_LETTER, own)})
    union all (${ranged('barcode', '$5', LAST_DIGIT, own)})
    union all ${references.join('\n    union all ')}
    union all (select shipment_id from tails order by shipment_id desc limit ${CANDIDATES}))
  ${shipmentsIn('found', isOwn)}`
}

const peopleSql = (isOwn: boolean, words: number): string => {
  const sets = Array.from({ length: words }, (_, i) => `keys && $${i + 2}::int[]`).join(' and ')
  return `
  with named as materialized (select shipment_id as id from search_shipments where ${sets} limit ${READ_BY_NAME}),
  newest as materialized (select id from named order by id desc limit ${CANDIDATES})
  ${shipmentsIn('newest', isOwn)}`
}

const like = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
const longEnough = (text: string): string | null => (text.length < MIN_NUMBER ? null : text)
const ints = (keys: readonly number[]): string => `{${keys.join(',')}}`

const findNumbers = (db: Database, tenant: string | null, typed: Typed): Promise<ShipmentRow[]> => {
  const reference = longEnough(typed.reference)
  const tails = [typed.tracking, typed.barcode].filter(({ length }) => length >= TAIL).flatMap(tailKeys)
  return db.query<ShipmentRow>(`search_numbers${tenant === null ? '' : '_own'}`, numbersSql(tenant !== null), [
    tenant,
    tenant === null ? null : partnerKey(tenant),
    `%${like(typed.text.toLowerCase())}%`,
    longEnough(typed.tracking),
    longEnough(typed.barcode),
    reference,
    reference === null ? null : reference + LAST,
    tails.length === 0 ? null : ints(tails),
  ])
}

interface Fragments {
  /** Whether fragments of words can be found. An operator may create the index at any time. */
  has: boolean
  /** Whether the database knows letters beyond ASCII. Otherwise the index does not contain them. */
  wide: boolean
}

const findFragments = (db: Database): Promise<Fragments | null> =>
  db.one<Fragments>(
    'search_fragments',
    `select exists (select from pg_index where indexrelid = to_regclass('search_words_fragments') and indisvalid) as has,
            (select datctype not in ('C', 'POSIX') from pg_database where datname = current_database()) as wide`,
  )

/** Whether the index can look the pattern up. It has groups of three characters, with the end of a word as one of them. */
const isIndexed = ({ word, ends }: WordPattern, { has, wide }: Fragments): boolean => {
  const least = ends ? 3 : 2
  return has && (wide ? Array.from(word).length >= least : new RegExp(`[a-z0-9]{${least}}`).test(word))
}

interface WordSet {
  words: string[]
  /** Whether there may be more such words. */
  isCut: boolean
}

const findWords = async (db: Database, pattern: WordPattern, fragments: Fragments, limit: number): Promise<WordSet> => {
  const { word, opens, ends } = pattern
  if (!opens && !ends) return { words: [word], isCut: false }
  const [name, where, values]: [string, string, Value[]] =
    opens && isIndexed(pattern, fragments)
      ? ['search_words_in', 'word like $1', [`%${like(word)}${ends ? '%' : ''}`]]
      : ['search_words_from', 'word >= $1 and word < $2', [word, word + LAST]]
  const read = `select word from search_words where ${where} limit ${WORDS_READ}`
  const text = `select word from (${read}) w order by length(word), word limit ${WORDS}`
  const words = (await db.query<{ word: string }>(name, text, values)).map((row) => row.word)
  return { words: words.slice(0, limit), isCut: words.length >= Math.min(limit, WORDS) }
}

const PARTNERS = `select id from partners order by id desc limit ${WORD_KEYS}`

/** The partners in whose shipments a search looks for names. */
const partnersOf = async (db: Database, tenant: string | null): Promise<number[]> => {
  const ids = tenant === null ? (await db.query<{ id: string }>('search_partners', PARTNERS)).map(({ id }) => id) : [tenant]
  return ids.map(partnerKey)
}

const findPeople = async (db: Database, tenant: string | null, typed: Typed, fragments: Fragments): Promise<ShipmentRow[]> => {
  const all = patternsOf(typed.fragment)
  // The end of a word has too few characters for the index, and the result is compared with the whole text.
  const some = all.filter((pattern) => !pattern.opens || isIndexed(pattern, fragments))
  const partners = await partnersOf(db, tenant)
  const limit = Math.max(1, Math.floor(WORD_KEYS / Math.max(1, partners.length)))
  const found = await Promise.all((some.length > 0 ? some : all).map((pattern) => findWords(db, pattern, fragments, limit)))
  if (found.length === 0 || found.some(({ words }) => words.length === 0)) return []
  // A set that was cut may lack the word that the text means.
  const whole = found.filter(({ isCut }) => !isCut)
  const sets = (whole.length > 0 ? whole : found).map(({ words }) => partners.flatMap((one) => words.map((word) => wordKey(one, word))))
  const name = `search_people_${sets.length}${tenant === null ? '' : '_own'}`
  return db.query<ShipmentRow>(name, peopleSql(tenant !== null, sets.length), [tenant, ...sets.map(ints)])
}

type Found = Omit<Suggestion, 'kind' | 'matched_by' | 'matched_text'>

/**
 * SQL: records by the beginning of their id, among the caller's newest and among those that an index of ids gives. $1: the tenant. $2: the
 * beginning.
 */
const byId = (table: string, columns: string, newest: string): string => {
  const all = `id, partner_id, created_at, ${columns}`
  return `
  select * from (
    (select * from (select ${all} from ${table} where partner_id = $1 order by ${newest} limit ${RECENT}) n where id like $2 || '%')
    union
    (select * from (select ${all} from ${table} where id >= $2 and id <= $2 || 'zzzzzz' order by id desc limit ${CANDIDATES}) i
      where $1::text is null or partner_id = $1)) x
   order by created_at desc, id desc limit ${PER_KIND}`
}
const NEWEST = 'created_at desc, id desc'
const ID_KINDS = [
  { kind: 'claim', prefix: 'clm_', sql: byId('claims', 'type as title, status, shipment_id', NEWEST) },
  { kind: 'tender', prefix: 'tnd_', sql: byId('tenders', 'carrier as title, status, null::text as shipment_id', NEWEST) },
  {
    kind: 'event',
    prefix: 'evt_',
    sql: byId('events', 'type as title, null::text as status, shipment_id', 'events.xid desc, events.seq desc'),
  },
] as const
const ID = /^(?:([a-z]{3})_)?[0-9a-z]{4,26}$/

const findIds = async (db: Database, { tenant, events }: SuggestReach, { text }: Typed): Promise<Suggestion[]> => {
  const id = text.toLowerCase()
  const [isId, prefix] = ID.exec(id) ?? []
  // The time in ids begins with 0 until the year 2109.
  if (isId === undefined || (prefix === undefined && !id.startsWith('0'))) return []
  const kinds = ID_KINDS.filter(({ kind, prefix: own }) => (kind !== 'event' || events) && (prefix === undefined || own.startsWith(prefix)))
  const found = kinds.map(async ({ kind, prefix: own, sql }): Promise<Suggestion[]> => {
    const rows = await db.query<Found>(`search_ids_${kind}`, sql, [tenant, prefix === undefined ? own + id : id])
    return rows.map((row) => ({ ...row, kind, matched_by: 'id', matched_text: row.id }))
  })
  return (await Promise.all(found)).flat()
}

// Parameters: $1 the fragment, $2 whether partners are searched.
const NAMES = `
  (select 'store' as kind, id, name as title, case when active then 'active' else 'closed' end as status, null as partner_id,
          name || ', ' || city as matched_text, created_at
     from stores where name ilike $1 or code ilike $1 or city ilike $1 order by active desc, name, id limit ${PER_KIND})
  union all
  (select 'partner', id, name, null, id, name, created_at
     from partners where $2::boolean and name ilike $1 order by name, id limit ${PER_KIND})`

const findNames = async (db: Database, operators: boolean, { text, fragment }: Typed): Promise<Suggestion[]> => {
  if (fragment === '') return []
  const rows = await db.query<Omit<Suggestion, 'matched_by' | 'shipment_id'>>('search_names', NAMES, [`%${like(text)}%`, operators])
  return rows.map((row) => ({ ...row, matched_by: 'name', shipment_id: null }))
}

const compared = (typed: Typed, rows: readonly ShipmentRow[]) =>
  rows.flatMap(({ id, partner_id, tracking, status, created_at, ...facts }) => {
    const match = matchOf(typed, { id, partner_id, tracking, ...facts })
    if (!match) return []
    const { rank, ...matched } = match
    return [{ rank, hit: { kind: 'shipment' as const, id, title: tracking, status, partner_id, shipment_id: id, created_at, ...matched } }]
  })

const PEOPLE: ReadonlySet<string> = new Set(['name', 'email'])

export interface Suggestions {
  hits: Suggestion[]
  /** False: names are found by the beginning of a word only. */
  fragments: boolean
}

/** Finds at most PER_KIND records of each kind: the best matches first, and the newest of equal matches. */
export const suggest = async (db: Database, reach: SuggestReach, typed: Typed): Promise<Suggestions> => {
  const { tenant } = reach
  const [fragments, numbers, ids, names] = await Promise.all([
    findFragments(db),
    findNumbers(db, tenant, typed),
    findIds(db, reach, typed),
    findNames(db, reach.operators, typed),
  ])
  const near = compared(typed, numbers)
  // With enough people among the newest shipments, older ones would not be shown.
  const hasEnough = near.filter(({ hit }) => PEOPLE.has(hit.matched_by)).length >= PER_KIND
  const people = hasEnough || typed.fragment === '' || !fragments ? [] : await findPeople(db, tenant, typed, fragments)
  const known = new Set(near.map(({ hit }) => hit.id))
  const shipments = [...near, ...compared(typed, people).filter(({ hit }) => !known.has(hit.id))]
    .toSorted((a, b) => a.rank - b.rank || (a.hit.created_at < b.hit.created_at ? 1 : -1))
    .slice(0, PER_KIND)
    .map(({ hit }) => hit)
  return { hits: [...shipments, ...ids, ...names], fragments: fragments?.has ?? false }
}
