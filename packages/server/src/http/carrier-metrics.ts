// Metrics of carriers: reported scans without a known parcel, parcels that their services must still be told about, undecided invoice
// lines, and consolidation tenders that must still be accepted.
import type { Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import { gaugesOf, oneReading } from './one-reading.ts'

interface Reading {
  unmatched: number
  due: number
  refused: number
  uncertain: number
  unproven: number
  not_void: number
  failing: number
  undecided: number
  accepting: number
}

export const carrierMetrics = ({ reads }: Service, registers: Registry[]): void => {
  const text = `
    select (select count(*)::int from carrier_scans where state = 'open') as unmatched,
           (select count(*)::int from carrier_bookings b join carriers c on c.code = b.carrier
             where b.state = 'due' and c.url is not null and c.active) +
           (select count(*)::int from carrier_purchases p join carriers c on c.code = p.carrier
             where p.state = 'voiding' and p.due_at is not null and c.url is not null and c.active) as due,
           (select count(*)::int from carrier_bookings where state = 'refused') as refused,
           (select count(*)::int from carrier_bookings where state = 'uncertain') as uncertain,
           (select count(*)::int from carrier_bookings where state = 'undecided') as unproven,
           (select count(*)::int from carrier_purchases where state = 'void_refused') as not_void,
           (select count(*)::int from carrier_exchanges e join carriers c on c.code = e.carrier and c.url = e.url and c.active
             where e.failing_since is not null) as failing,
           (select coalesce(sum(open_lines), 0)::int from carrier_invoices where open_lines > 0 or disputed_cents <> 0) as undecided,
           (select count(*)::int from consolidation_members where state = 'accepting') as accepting`
  const now = oneReading(() => reads.one<Reading>('metrics_carriers', text))
  gaugesOf(registers, now, {
    backhaul_unmatched_scans: [
      'Reported scans in the inbox: their number matches no parcel, several parcels, or a parcel that the carrier may not move',
      ({ unmatched }) => unmatched,
    ],
    backhaul_carrier_bookings_due: [
      'Parcels that must still be booked with the service of a carrier, and labels that it must still be asked to void',
      ({ due }) => due,
    ],
    backhaul_carrier_bookings_refused: ['Parcels that the service of a carrier refused', ({ refused }) => refused],
    backhaul_carrier_bookings_uncertain: [
      'Bookings for which a carrier may have sold a label; the carrier is read again',
      ({ uncertain }) => uncertain,
    ],
    backhaul_carrier_bookings_undecided: [
      'Bookings whose label a carrier does not show, for a person to decide',
      ({ unproven }) => unproven,
    ],
    backhaul_carrier_voids_refused: ['Labels that are not needed and that a carrier does not void', ({ not_void }) => not_void],
    backhaul_carrier_invoice_lines_undecided: ['Undecided lines of carrier invoices', ({ undecided }) => undecided],
    backhaul_consolidation_tenders_accepting: [
      'Tenders that were counted in a consolidation and are not accepted yet',
      ({ accepting }) => accepting,
    ],
    backhaul_carriers_failing: ['Carriers whose service does not answer', ({ failing }) => failing],
  })
}
