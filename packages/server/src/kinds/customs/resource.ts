import {
  type CustomsDeclaration,
  type CustomsItem,
  type CustomsRow,
  crossesBorder,
  heavierThanParcel,
  itemGrams,
  itemValue,
  missingCustoms,
  totalsOf,
} from '@backhaul/core/customs.ts'
import type { FieldError } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { showAs } from '../../http/show-as.ts'
import { CustomsItemOut } from '../shipments/customs-schema.ts'

const itemResource = (item: CustomsItem) => showAs(CustomsItemOut, item, { total_value: itemValue(item), total_weight_g: itemGrams(item) })

const faultsOf = (shipment: Shipment, declaration: CustomsDeclaration | null): FieldError[] => [
  ...missingCustoms(declaration, shipment),
  ...(declaration ? heavierThanParcel(declaration, shipment.parcel) : []),
]

/** The customs declaration of a shipment and its missing fields. `row` is null if nothing is declared. */
export const customsResource = (shipment: Shipment, row: CustomsRow | null) => {
  const declaration = row?.declaration ?? null
  const totals = declaration ? totalsOf(declaration) : null
  const crosses_border = crossesBorder(shipment)
  const path = `/v2/shipments/${shipment.id}/customs`
  const isOffered = crosses_border || declaration !== null
  return {
    shipment_id: shipment.id,
    object: 'customs_declaration',
    crosses_border,
    contents_type: declaration?.contents_type ?? null,
    contents_explanation: declaration?.contents_explanation ?? null,
    currency: declaration?.currency ?? null,
    incoterm: declaration?.incoterm ?? null,
    invoice_number: declaration?.invoice_number ?? null,
    export_reference: declaration?.export_reference ?? null,
    export_shipment_id: declaration?.exported?.shipment_id ?? null,
    non_delivery: declaration?.non_delivery ?? null,
    signer: declaration?.signer ?? null,
    items: declaration?.items.map(itemResource) ?? [],
    total_value: totals?.value ?? null,
    total_weight_g: totals?.grams ?? null,
    missing: isOffered ? faultsOf(shipment, declaration).map(({ path: field, message }) => ({ path: field, message })) : [],
    cn23_url: isOffered ? `${path}/cn23` : null,
    commercial_invoice_url: isOffered ? `${path}/commercial-invoice` : null,
    updated_at: row?.updated_at ?? null,
  }
}
