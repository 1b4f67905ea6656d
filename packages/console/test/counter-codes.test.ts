// How the counter reads codes without the service, and how it tells a scanner from a person.
import { expect, test } from 'vitest'
import { newBarcode, newId, newTracking, randomText } from '../../server/src/process/ids.ts'
import { adviceOf } from '../src/counter/scan/code-texts.ts'
import { type CodeProblem, problemOf, readCode, shortCode } from '../src/counter/scan/read-code.ts'
import { IDLE, type Wedge, wedgeKey } from '../src/shared/wedge.ts'

const wrong = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
const problem = (text: string): string => {
  const code = readCode(text)
  return code.kind === 'problem' ? code.problem : code.kind
}

test('every number of the service is recognized in every notation', () => {
  const [barcode, tracking, token] = [newBarcode(), newTracking(), randomText(32)]
  expect(readCode(barcode)).toEqual({ kind: 'parcel', field: 'barcode', value: barcode })
  expect(readCode(`]C1${barcode}\r\n`)).toEqual({ kind: 'parcel', field: 'barcode', value: barcode })
  const grouped = tracking
    .toLowerCase()
    .replace(/(.{4})/g, '$1 ')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
  expect(readCode(grouped)).toEqual({ kind: 'parcel', field: 'tracking', value: tracking })
  expect(readCode(token)).toEqual({ kind: 'parcel', field: 'qr_token', value: token })
  const [shipment, qr, tender] = [newId('shipment'), newId('qr'), newId('tender')]
  expect(readCode(shipment)).toEqual({ kind: 'parcel', field: 'shipment_id', value: shipment })
  expect(readCode(qr)).toEqual({ kind: 'parcel', field: 'qr_id', value: qr })
  expect(readCode(tender)).toEqual({ kind: 'tender', value: tender })
})

test('misread, partial and doubled codes are distinguished without a connection', () => {
  const [barcode, tracking] = [newBarcode(), newTracking()]
  expect([wrong(barcode), wrong(tracking)].map(problem)).toEqual(['damaged', 'damaged'])
  expect([tracking.slice(0, 20), newId('shipment').slice(0, 20)].map(problem)).toEqual(['half', 'half'])
  expect([barcode + barcode, tracking + tracking].map(problem)).toEqual(['double', 'double'])
  expect(['', '   ', '\u001d'].map(problem)).toEqual(['empty', 'empty', 'empty'])
  expect(['4006381333931', '1Z999AA10123456784', 'https://example.com'].map(problem)).toEqual(['network', 'network', 'network'])
  expect([newId('manifest'), 'WIFI:S:shop;;', 'Grüße'].map(problem)).toEqual(['other', 'foreign', 'foreign'])
})

test('a code that the service does not know is "unknown" only if it has the format of the service', () => {
  const unknown = { code: 'not_found', details: {} }
  expect(problemOf(newTracking(), unknown)).toEqual({ problem: 'unknown' })
  expect(problemOf('hello', unknown)).toEqual({ problem: 'foreign' })
  expect(problemOf(newTracking(), { code: 'insufficient_scope', details: {} })).toBeNull()
})

test('every problem has its own title and remedy', () => {
  const plain = ['empty', 'half', 'damaged', 'double', 'foreign', 'unknown'] as const
  const networks = ['product', 'link', 'ups', 'dhl']
  const problems: CodeProblem[] = [
    ...plain.map((problem) => ({ problem })),
    ...networks.map((network) => ({ problem: 'network' as const, network })),
    { problem: 'other', of: 'manifest' },
  ]
  const advice = problems.map((one) => adviceOf(one, 'text'))
  expect(new Set(advice.map(({ title }) => title)).size).toBe(problems.length)
  expect(new Set(advice.map(({ remedy }) => remedy)).size).toBe(problems.length)
})

test('a shortened code keeps both ends', () => {
  expect([shortCode('01234567890123456789'), shortCode('short')]).toEqual(['0123…456789', 'short'])
})

/** Returns the wedge's answers to keys that follow each other at intervals of `gap_ms`. */
const type = (keys: readonly string[], gap_ms: number): string[] => {
  let wedge: Wedge = IDLE
  return keys.map((key, i) => {
    const next = wedgeKey(wedge, key, 1_000 + i * gap_ms)
    wedge = next.wedge
    return next.answer.kind === 'burst' ? `burst ${next.answer.text}` : next.answer.kind
  })
}
const keysOf = (text: string): string[] => [...text, 'Enter']

test('a burst that ends with Enter is a scan; normal typing and a quickly typed weight are not', () => {
  expect(type(keysOf('01234567890123456789'), 5).at(-1)).toBe('burst 01234567890123456789')
  expect(type(keysOf('01234567890123456789'), 30).at(-1)).toBe('burst 01234567890123456789')
  expect(type(keysOf('a note for the shop'), 60).at(-1)).toBe('key')
  expect(type(keysOf('12.75'), 5).at(-1)).toBe('key')
})

test('Shift keys belong to a burst, one late key does not break it, and a second Enter is an echo', () => {
  expect(type(['Shift', ...keysOf('QGKXZBTE8B89'), 'Enter'], 5).slice(-2)).toEqual(['burst QGKXZBTE8B89', 'echo'])
  let wedge: Wedge = IDLE
  let at_ms = 0
  for (const [i, key] of [...'01234567890123456789'].entries()) {
    at_ms += i === 7 ? 110 : 5
    wedge = wedgeKey(wedge, key, at_ms).wedge
  }
  expect(wedgeKey(wedge, 'Enter', at_ms + 5).answer).toEqual({ kind: 'burst', text: '01234567890123456789' })
  // After another key or a long pause, an Enter again counts as typed by a person.
  expect(type([...keysOf('QGKXZBTE8B89'), 'Tab', 'Enter'], 5).at(-1)).toBe('key')
  // If a person quickly fills in two fields and submits them with Enter, this is not a scan.
  expect(
    type(
      ['Tab', 'Backspace', 'ArrowDown'].flatMap((move) => [...'Front door', move, ...'dana@x', 'Enter']),
      5,
    ).filter((one) => one.startsWith('burst')),
  ).toEqual([])
  expect(wedgeKey({ ...IDLE, ended_ms: at_ms }, 'Enter', at_ms + 500).answer).toEqual({ kind: 'key' })
})
