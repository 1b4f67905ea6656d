import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEYS, WORDS } from '../../src/commit/packed-keys.ts'
import { pack, packWith, unpack } from '../../src/commit/packed-text.ts'

const EXAMPLES: Record<string, { eventID: string; type: string; identifiers: { shipment?: string; partner: string } }> = JSON.parse(
  readFileSync(new URL('../../../../docs/event-examples.json', import.meta.url), 'utf8'),
)

test('every event is as it was once it is unpacked, and takes less than half the room', () => {
  const examples = Object.values(EXAMPLES)
  expect(examples.length).toBeGreaterThan(30)
  let [before, after] = [0, 0]
  for (const event of examples) {
    const text = JSON.stringify(event)
    const given = [event.eventID, event.type, event.identifiers.shipment ?? 'tnd_none', event.identifiers.partner]
    const packed = pack(text, given)
    expect(unpack(packed, given)).toBe(text)
    before += text.length
    after += packed.length
  }
  expect(after / before).toBeLessThan(0.5)
})

/** Keys and values that have codes as well as others, among them what looks like part of a code or of JSON. */
const key = fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', 'a":null', '{"id":"'))
const leaf = fc.oneof(
  fc.constantFrom(...WORDS, null, true, 0, 'null', '\\"', '",', '\\', '\u001f', '\u0001 ', '","id":"', 'evt_1', 'par_1'),
  fc.string({ unit: 'binary' }),
  fc.integer(),
)
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(key, tie('value'))),
})).value
const object = fc.dictionary(key, value)

test('any JSON is as it was once it is unpacked, whatever is in its strings', () => {
  fc.assert(
    fc.property(object, fc.array(fc.constantFrom('evt_1', 'par_1', 'a', '"', 'null'), { maxLength: 4 }), (json, given) => {
      for (const text of [JSON.stringify(json), JSON.stringify(json, null, 1)]) expect(unpack(pack(text, given), given)).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('any JSON is as it was once it is unpacked with the values in front', () => {
  fc.assert(
    fc.property(object, fc.array(fc.constantFrom('evt_1', 'par_1', 'a', '"', 'null'), { maxLength: 4 }), (json, values) => {
      const text = JSON.stringify(json)
      expect(unpack(packWith(text, values))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('what is not an object of JSON stays as it is', () => {
  for (const text of ['', 'sealed:abc', '[1]', '"text"', '{"id":"\u0001"}', '{"id":"', `{"id":"${'x'.repeat(20_000)}"}`]) {
    expect(unpack(pack(text))).toBe(text)
    expect(unpack(packWith(text, ['a', 'id']))).toBe(text)
    expect(unpack(`\u001d${text}`)).toBe(`\u001d${text}`)
    expect([text, pack(text).startsWith('\u001f')]).toEqual([text, text === '{"id":"'])
  }
})

test('a code means what it meant when it was written: the lists are only added to', () => {
  const hash = (list: readonly string[]) => createHash('sha256').update(list.join(' ')).digest('hex').slice(0, 16)
  expect(new Set(KEYS).size).toBe(KEYS.length)
  expect(new Set(WORDS).size).toBe(WORDS.length)
  expect(KEYS.length).toBeLessThanOrEqual(190)
  expect(WORDS.length).toBeLessThanOrEqual(95)
  expect([hash(KEYS.slice(0, 187)), hash(WORDS.slice(0, 62))]).toMatchInlineSnapshot(`
    [
      "061f0f400f2663a0",
      "2c8c02fa6a5de653",
    ]
  `)
})
