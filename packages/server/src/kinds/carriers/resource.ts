import { causeOf, REMEDIES } from '@backhaul/core/carrier-booking.ts'
import type { CarrierScanRow } from '@backhaul/core/carrier-scan.ts'
import { showAs } from '../../http/show-as.ts'
import type { ListedBooking } from './bookings.ts'
import type { Similar } from './queries.ts'
import { CarrierBooking, CarrierPurchase, UnmatchedScan } from './schema.ts'

/** `suggestions`: present only in the list of the inbox. */
export const unmatchedResource = (row: CarrierScanRow & { suggestions?: readonly Similar[] }) =>
  showAs(UnmatchedScan, row, {
    reference: row.facts.reference ?? null,
    place: {
      facility: row.facts.facility ?? null,
      city: row.facts.city ?? null,
      state: row.facts.state ?? null,
      postal_code: row.facts.postal_code ?? null,
      country: row.facts.country ?? null,
    },
    suggestions: (row.suggestions ?? []).map(({ shipment_id, number }) => ({ shipment_id, number })),
  })

export const bookingResource = (row: ListedBooking) =>
  showAs(CarrierBooking, row, {
    next_try_at: row.state === 'due' ? row.due_at : null,
    remedy: row.state === 'refused' ? REMEDIES[causeOf(row.cause) ?? 'other'] : null,
    purchases: row.purchases.map((purchase) => showAs(CarrierPurchase, purchase, { next_try_at: purchase.due_at })),
  })
