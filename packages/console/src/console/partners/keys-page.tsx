import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { KeyTable } from './key-table.tsx'
import { MakeKey } from './make-key.tsx'

const FILTERS: Filter[] = [
  { name: 'partner_id', label: 'Partner', kind: 'partner' },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    choices: ['partner', 'operator'],
    words: (kind) => `of ${kind === 'partner' ? 'partners' : 'the operator'}`,
  },
]

const OfOperators = ({ mayMake }: { mayMake: boolean }) => {
  const [{ partner_id = '', kind = '' }] = useFilters()
  return (
    <>
      <FilterBar filters={FILTERS} />
      <KeyTable query={{ partner_id: partner_id || null, kind: kind || null }} isAll />
      {mayMake && <MakeKey kind="operator" />}
    </>
  )
}

export const Page = () => {
  const { session } = useCurrentSession()
  return (
    <>
      <h1>Keys</h1>
      <p>
        Programs sign their requests with a key. <a href="/docs/signing">How to sign requests</a>
      </p>
      {isOperators(session) ? <OfOperators mayMake={session.access === 'operator'} /> : <KeyTable />}
    </>
  )
}
