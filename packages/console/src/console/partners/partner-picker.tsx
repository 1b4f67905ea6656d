import { useLiveList } from '../live/use-live.ts'

interface Props {
  label: string
  /** The label of the option for no partner. If absent, a partner must be selected. */
  none?: string
  value: string
  onChange: (partner_id: string) => void
}

/** Selects one of the operator's partners. The list starts with the newest. */
export const PartnerPicker = ({ label, none, value, onChange }: Props) => {
  const { items } = useLiveList('/v2/ops/partners', {}, { every: false })
  const isKnown = value === '' || items.some((partner) => partner.id === value)
  return (
    <label>
      {label}
      <select value={value} required={none === undefined} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none ?? 'Choose one'}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {items.map((partner) => (
          <option key={partner.id} value={partner.id}>
            {partner.name}
          </option>
        ))}
      </select>
    </label>
  )
}
