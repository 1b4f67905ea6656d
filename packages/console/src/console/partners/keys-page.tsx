import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { ChoiceFilter } from '../lists/choice-filter.tsx'
import { KeyTable } from './key-table.tsx'
import { MakeKey } from './make-key.tsx'
import { PartnerPicker } from './partner-picker.tsx'

const KINDS = [
  ['partner', 'of partners'],
  ['operator', 'of the operator'],
] as const

const OfOperators = ({ mayMake }: { mayMake: boolean }) => {
  const [{ partner_id = '', kind = '' }, set] = useFilters()
  return (
    <>
      <div className="chips">
        <PartnerPicker label="Partner" none="all" value={partner_id} onChange={(id) => set({ partner_id: id })} />
        <ChoiceFilter label="Kind" name="kind" choices={KINDS} />
      </div>
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
