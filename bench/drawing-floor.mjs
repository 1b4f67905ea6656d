// Draws labels in this process alone, each label different, and measures processor time: { script, format, dpi, seconds } -> { per_s, bytes
// }.
import { renderLabels } from '../packages/server/dist/kinds/labels/render.js'

const ADDRESSES = {
  latin: {
    name: 'José Núñez',
    line1: 'Barton Springs Rd',
    line2: 'Apt 4B',
    city: 'Austin',
    state: 'TX',
    postal_code: '78704',
    country: 'US',
  },
  polish: { name: 'Łukasz Żółć', line1: 'ul. Świętokrzyska', line2: 'm. 4', city: 'Łódź', state: '', postal_code: '90-001', country: 'PL' },
  japanese: {
    name: '山田太郎 様',
    line1: '東京都千代田区丸の内',
    line2: '二階',
    city: '千代田区',
    state: '',
    postal_code: '100-0005',
    country: 'JP',
  },
  arabic: { name: 'محمد علي', line1: 'شارع الملك فهد', line2: 'شقة', city: 'تل أبيب', state: '', postal_code: '11564', country: 'SA' },
}
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const WARM_UP = 200

let made = 0
const nextLabel = (script) => {
  made++
  const to = { ...ADDRESSES[script], line1: `${ADDRESSES[script].line1} ${made}` }
  // Tracking numbers differ from each other in most characters.
  const tracking = Array.from({ length: 27 }, (_, i) => DIGITS[(made * (2 * i + 1) * 7919 + i * 104_729) % 32]).join('')
  return {
    tracking,
    barcode: String(10n ** 19n + BigInt(made) * 7_919n),
    direction: 'return',
    service_level: 'standard',
    weight_lb: 1 + (made % 100) / 8,
    order_id: `ORD-2026-${made}`,
    carrier: 'Northline Parcel',
    from: { ...to, name: `${to.name} ${made % 97}` },
    to,
    label_id: `lbl_01J9Z3KQ9M2X8W4V6T1R${String(made).padStart(6, '0')}`,
    label_version: 1,
    created_at: new Date(1_763_640_000_000 + made * 1000),
  }
}

process.on('message', async ({ script, format, dpi, seconds }) => {
  for (let i = 0; i < WARM_UP; i++) await renderLabels([nextLabel(script)], format, dpi)
  const before = process.cpuUsage()
  const end = performance.now() + seconds * 1000
  let labels = 0
  let bytes = 0
  while (performance.now() < end) {
    bytes += (await renderLabels([nextLabel(script)], format, dpi)).length
    labels++
  }
  const { user, system } = process.cpuUsage(before)
  process.send({ per_s: (labels * 1e6) / (user + system), bytes: bytes / labels })
})
