import { countryName } from './countries.ts'
import type { DecisionContext } from './effects.ts'
import { isSscc } from './numbering.ts'
import { type Address, type LabelContent, type LabelRow, plain, type Shipment } from './shipment.ts'
import { domesticAddress, isPostalBorder } from './territories.ts'

/**
 * Posts sort outgoing mail by the name of the country. The label stores the names, so that a later change of a name does not change the
 * label.
 */
const namesOf = ({ from_address: from, to_address: to }: Shipment): Pick<LabelContent, 'country_names'> =>
  from && isPostalBorder(from, to) ? { country_names: { from: postalName(from), to: postalName(to) } } : {}

/** Labels print a US territory as a state of the United States, even if the address names it as a country. */
const postalName = (address: Address): string => countryName(plain(domesticAddress(address).country))

/**
 * Returns the shipment with its next label, and the row of that label with the present facts. A label always renders to the same bytes,
 * even if the shipment changes. `supersedes` names the label that the new label replaces. The tracking number and the barcode do not
 * change.
 */
export const mintLabel = (shipment: Shipment, env: DecisionContext): { shipment: Shipment; label: LabelRow } => {
  const label: LabelRow = {
    id: env.ids.next('label'),
    shipment_id: shipment.id,
    version: (shipment.label_version ?? 0) + 1,
    supersedes: shipment.label_id,
    facts: {
      tracking: shipment.tracking,
      barcode: shipment.barcode,
      direction: shipment.direction,
      service_level: shipment.service_level,
      weight_lb: shipment.parcel.weight,
      order_id: shipment.order_id,
      carrier: shipment.carrier,
      from: shipment.from_address && domesticAddress(shipment.from_address),
      to: domesticAddress(shipment.to_address),
      rma: shipment.direction === 'return' ? shipment.rma : null,
      ltracking: shipment.ltracking,
      ...(shipment.parcel.weight_unit && { weight_unit: shipment.parcel.weight_unit }),
      ...namesOf(shipment),
      ...(shipment.piece_number !== null &&
        shipment.piece_count !== null && { piece: { number: shipment.piece_number, count: shipment.piece_count } }),
      ...(isSscc(shipment.barcode, env.sscc_heads) && { barcode_standard: 'sscc' as const }),
    },
    created_at: env.now,
  }
  return { shipment: { ...shipment, label_id: label.id, label_version: label.version, supersedes: label.supersedes }, label }
}
