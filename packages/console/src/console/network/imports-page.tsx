import type { Import } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { Listed } from '../lists/listed.tsx'
import { useLiveList } from '../live/use-live.ts'
import { NamedLink, shortId } from '../names.tsx'
import { actorWords } from '../people/audit-words.ts'
import { plainWords } from '../words.ts'
import { ChooseFile } from './choose-file.tsx'

const addressOf = ({ id }: Pick<Import, 'id'>): string => `/console/network/imports/${id}`

/**
 * Returns whether someone needs to check the import. The errors count, because the import of a report is "done" even if some of its lines
 * are invalid.
 */
const isBad = ({ state, error_count }: Import): boolean => state === 'refused' || state === 'interrupted' || error_count > 0

const COLUMNS: Column<Import>[] = [
  { title: 'File', cell: (one) => <NamedLink to={addressOf(one)}>{one.file_name ?? shortId(one.id)}</NamedLink>, width: 14 },
  { title: 'Of', cell: ({ kind, carrier }) => (carrier === null ? plainWords(kind) : <bdi>{carrier}</bdi>), width: 8 },
  {
    title: 'State',
    cell: (one) => <span className={isBad(one) ? 'tone warn' : undefined}>{one.state}</span>,
    width: 8,
  },
  { title: 'Rows', cell: ({ rows }) => rows, isNumber: true, width: 6 },
  { title: 'Errors', cell: ({ error_count }) => error_count, isNumber: true, width: 6 },
  { title: 'Started', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'By', cell: ({ actor }) => <bdi>{actorWords(actor)}</bdi>, width: 16 },
]

const Imports = () => {
  const { session } = useCurrentSession()
  const go = useGo()
  const list = useLiveList('/v2/ops/imports')
  return (
    <>
      {session.access === 'operator' && <ChooseFile onStarted={(started) => go(addressOf(started))} />}
      <h2>In progress, and from the last 30 days</h2>
      <Listed list={list} label="Imports" columns={COLUMNS} to={(one) => addressOf(one)} empty={<p>There are no imports.</p>} />
    </>
  )
}

/** Starts imports, and lists those in progress and those of the last month. */
export const Page = () => (
  <>
    <h1>Imports</h1>
    <Imports />
  </>
)
