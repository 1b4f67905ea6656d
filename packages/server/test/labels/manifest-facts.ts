import type { ManifestFacts, ManifestParcel } from '../../src/kinds/manifests/pdf.ts'

export const parcel = (i: number): ManifestParcel => ({
  tracking: `7Z3KQ9M2X8W4V6T1R5P0NH${String(10000 + i)}`,
  barcode: String(10n ** 19n + BigInt(i)),
  order_id: i % 7 === 0 ? null : `ORD-${i}`,
  weight_lb: 0.5 + (i % 9) / 8,
  service_level: ['economy', 'standard', 'express'][i % 3] ?? '',
})

export const MANIFEST: ManifestFacts = {
  manifest_id: 'man_01J9Z3KQ9M2X8W4V6T1R5P0NHJ',
  store: {
    name: 'Corner Parcel & Post',
    code: 'AUS-014',
    line1: '1200 Barton Springs Rd',
    city: 'Austin',
    state: 'TX',
    postal_code: '78704',
    country: 'US',
  },
  manifest_date: '2026-11-20',
  status: 'closed',
  closed_at: new Date('2026-11-21T01:10:00Z'),
  package_count: 90,
  parcels: Array.from({ length: 90 }, (_, i) => parcel(i)),
}
