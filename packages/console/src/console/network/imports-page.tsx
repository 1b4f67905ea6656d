import type { Import } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { Listed } from '../lists/listed.tsx'
import type { Column } from '../lists/table.tsx'
import { useLiveList } from '../live/use-live.ts'
import { NamedLink, shortId } from '../names.tsx'
import { actorWords } from '../people/audit-words.ts'
import { plainWords } from '../words.ts'
import { ChooseFile } from './choose-file.tsx'
import { NetworkNav } from './network-nav.tsx'
import { OperatorsOnly } from './operators-only.tsx'

const addressOf = ({ id }: Pick<Import, 'id'>): string => `/console/network/imports/${id}`

/** Whether somebody has to look: a report is done also where some of its lines are bad. */
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

/** Starts imports, and shows those under way and those of the last month. */
export const Page = () => {
  const { session } = useCurrentSession()
  const go = useGo()
  const list = useLiveList('/v2/ops/imports', {}, { enabled: isOperators(session) })
  if (!isOperators(session)) return <OperatorsOnly title="Imports" />
  return (
    <>
      <NetworkNav />
      <h1>Imports</h1>
      {session.access === 'operator' && <ChooseFile onStarted={({ id }) => go(`/console/network/imports/${id}`)} />}
      <h2>Under way, and of the last 30 days</h2>
      <Listed list={list} label="Imports" columns={COLUMNS} to={(one) => addressOf(one)} empty={<p>There is none.</p>} />
    </>
  )
}
