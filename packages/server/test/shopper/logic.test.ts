// Unit tests for parts of the shopper pages.
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import { SHIPMENT_STATES, statusOf } from '@backhaul/core/transitions.ts'
import { describe, expect, test } from 'vitest'
import { AnonymousRates } from '../../src/http/anonymous-rates.ts'
import { accents, contrast, MIN_CONTRAST } from '../../src/kinds/brands/color.ts'
import { readLogo } from '../../src/kinds/brands/logo.ts'
import { firstName, isLabelOffered, situationOf } from '../../src/kinds/parcel-page/situation.ts'
import { Formats } from '../../src/kinds/shopper/formats.ts'
import { chooseLanguage, LANGUAGES, TEXTS } from '../../src/kinds/shopper/language.ts'
import { place } from '../../src/kinds/shopper/map.ts'
import { Links, WITHDRAWN } from '../../src/service/links.ts'
import { PICTURES, PNG_LOGO, pngWith } from './files.ts'

describe('links', () => {
  const id = 'shp_01kad2n4t3e8r9sv6y7z8w9x0a'
  const links = new Links(Buffer.alloc(32, 1), 'https://returns.example')

  test.each([0, 1, 35, 36, 60_466_175])('of generation %i are read back unchanged', (generation) => {
    expect(links.readParcelToken(links.parcelToken(id, generation))).toEqual({ shipment_id: id, generation })
  })

  test('are invalid with any character changed, missing or added', () => {
    for (const token of [links.parcelToken(id, 0), links.parcelToken(id, 40)]) {
      for (let i = 0; i < token.length; i++) {
        const other = token[i] === '0' ? '1' : '0'
        expect(links.readParcelToken(token.slice(0, i) + other + token.slice(i + 1))).toBeNull()
        expect(links.readParcelToken(token.slice(0, i) + token.slice(i + 1))).toBeNull()
        expect(links.readParcelToken(`${token.slice(0, i)}0${token.slice(i)}`)).toBeNull()
      }
    }
  })

  test('of one kind or service are invalid for another', () => {
    const parcel = links.parcelToken(id, 0)
    expect(links.readReturnToken(parcel)).toBeNull()
    expect(links.readParcelToken(links.returnUrl('rtl_01kad2n4t3e8r9sv6y7z8w9x0a').split('/').at(-1) as string)).toBeNull()
    expect(new Links(Buffer.alloc(32, 2), '').readParcelToken(parcel)).toBeNull()
  })

  test('of a withdrawn page are not shown', () => {
    expect(links.parcelUrl({ id, parcel_link: WITHDRAWN })).toBeNull()
    expect(links.parcelUrl({ id })).toBe(links.parcelUrl({ id, parcel_link: null }))
  })
})

describe('rate limits of anonymous callers', () => {
  test('allow the requests of a minute at once, then the refill rate, and say when to retry', () => {
    let now = 0
    const rates = new AnonymousRates(() => now)
    for (let i = 0; i < 60; i++) expect(rates.take('a', 60)).toBe(0)
    expect(rates.take('a', 60)).toBe(1)
    expect(rates.take('b', 60)).toBe(0)
    now = 1_000
    expect([rates.take('a', 60), rates.take('a', 60)]).toEqual([0, 1])
    now = 3_600_000
    for (let i = 0; i < 60; i++) expect(rates.take('a', 60)).toBe(0)
    expect(rates.take('a', 60)).toBe(1)
  })

  test('remember a bounded number of anonymous callers and forget the least recently used', () => {
    const rates = new AnonymousRates(() => 0)
    expect([rates.take('mine', 1), rates.take('mine', 1)]).toEqual([0, 60])
    for (let i = 0; i < 19_999; i++) rates.take(`other ${i}`, 1)
    expect([rates.size, rates.take('mine', 1)]).toEqual([20_000, 60])
    for (let i = 0; i < 30_000; i++) rates.take(`more ${i}`, 1)
    expect([rates.size, rates.take('mine', 1)]).toEqual([20_000, 0])
  })
})

describe('texts', () => {
  /** Returns every text with its path. Functions are called with a sample argument. */
  const leaves = (value: unknown, path = ''): [string, string][] => {
    if (typeof value === 'function') return [[path, String(value('STAND-IN'))]]
    if (typeof value === 'string') return [[path, value]]
    return Object.entries(value as object).flatMap(([name, below]) => leaves(below, `${path}.${name}`))
  }
  const english = leaves(TEXTS.en)

  test.each(LANGUAGES)('%s has every text of English, none empty, with the same parameters', (language) => {
    const texts = leaves(TEXTS[language])
    expect(texts.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort())
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
    const naming = (list: typeof texts) => list.filter(([, text]) => text.includes('STAND-IN')).map(([path]) => path)
    expect(naming(texts).sort()).toEqual(naming(english).sort())
  })

  test('other languages repeat no English text except the letter for north', () => {
    for (const language of ['es', 'fr'] as const) {
      const same = leaves(TEXTS[language]).filter(([path, text]) => english.some(([one, own]) => one === path && own === text))
      expect(same.map(([path]) => path)).toEqual(['.north'])
    }
  })

  test.each([
    [null, null, undefined, 'en'],
    [null, null, 'fr', 'fr'],
    [null, null, 'de, es-MX;q=0.5, fr;q=0.4', 'es'],
    [null, null, 'fr;q=0, en;q=0.1', 'en'],
    [null, null, 'es;q=nonsense, fr', 'fr'],
    [null, 'es', 'fr', 'es'],
    ['fr', 'es', 'en', 'fr'],
    ['xx', null, 'FR-ca', 'fr'],
    ['__proto__', 'constructor', '*', 'en'],
  ])('request %j, link %j and browser %j give the language %s', (asked, preset, accept, language) => {
    expect(chooseLanguage(asked, preset, accept)).toBe(language)
  })
})

describe('the shown name of the shopper', () => {
  test.each([
    ['Ada Lovelace', 'Ada'],
    ['Lovelace, Ada', 'Ada'],
    ['Dr. Ada Lovelace', 'Ada'],
    ['  Sra.  Inés   Ruiz', 'Inés'],
    ['Ada', 'Ada'],
    ['山田太郎', null],
    ['김 민수', null],
    ['Lovelace,', null],
    ['', null],
    [null, null],
    ['x'.repeat(100), 'x'.repeat(40)],
  ])('of %j is %j', (name, shown) => {
    expect(firstName(name)).toBe(shown)
  })
})

test('a label is offered only before the parcel is dropped off', () => {
  const offered = SHIPMENT_STATES.filter((state) =>
    isLabelOffered({ status: statusOf(state), label_id: 'lbl', label_voided: false, direction: 'return', fulfillment: 'print_label' }),
  )
  expect([...new Set(offered.map(statusOf))]).toEqual(['label_ready', 'rejected'])
  const labeled = { status: 'label_ready', label_id: 'lbl', label_voided: false, direction: 'return', fulfillment: 'print_label' } as const
  expect(isLabelOffered(labeled)).toBe(true)
  for (const other of [{ label_voided: true }, { direction: 'outbound' }, { fulfillment: 'qr_code' }, { label_id: null }] as const)
    expect(isLabelOffered({ ...labeled, ...other })).toBe(false)
})

test('every shipment state has a text for the shopper', () => {
  for (const state of SHIPMENT_STATES) {
    const facts = { status: statusOf(state), label_id: 'lbl', label_voided: false, fulfillment: 'print_label' } as const
    const situation = situationOf({ ...facts, direction: 'return' }, null)
    expect(situation).not.toBeNull()
    for (const language of LANGUAGES) expect(TEXTS[language].heading[situation as keyof typeof TEXTS.en.heading]).toMatch(/\S/)
  }
})

describe('colors', () => {
  test('are adjusted until they are readable', () => {
    for (const color of ['#ffff00', '#ffffff', '#000000', '#777777', '#00ff00', '#ff0000', '#0a7d5b', '#FEFEFE']) {
      const { light, dark } = accents(color)
      for (const paper of ['#ffffff', '#f4f6fa']) expect(contrast(light.color, paper)).toBeGreaterThanOrEqual(MIN_CONTRAST)
      for (const paper of ['#12151d', '#1d2230']) expect(contrast(dark.color, paper)).toBeGreaterThanOrEqual(MIN_CONTRAST)
      for (const { color: behind, on } of [light, dark]) expect(contrast(behind, on)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    }
  })

  test('stay unchanged if they are readable', () => {
    expect(accents('#0A5040').light.color).toBe('#0a5040')
    expect(accents('#a0e0d0').dark.color).toBe('#a0e0d0')
  })
})

describe('a logo', () => {
  test('is stored without the texts in its file and the bytes after the picture', () => {
    const script = Buffer.from('Comment\0<script>alert(1)</script>')
    const file = Buffer.concat([pngWith('tEXt', script), Buffer.from('<svg onload=alert(1)>')])
    expect(readLogo(file)).toEqual({ type: 'image/png', bytes: PNG_LOGO })
  })

  test('loses its location and comments if it is a JPEG', () => {
    const read = readLogo(PICTURES.jpegWithPlace)
    expect(read).toMatchObject({ type: 'image/jpeg' })
    const { bytes } = read as { bytes: Buffer }
    expect(bytes.includes('GPS')).toBe(false)
    expect(bytes.includes('<script')).toBe(false)
    expect(bytes.equals(PICTURES.jpeg)).toBe(true)
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'type'],
    ['a GIF', Buffer.from('GIF89a'), 'type'],
    ['an empty file', Buffer.alloc(0), 'type'],
    ['half a PNG', PNG_LOGO.subarray(0, 40), 'content'],
    ['a PNG that promises more than it has', pngWith('tEXt', Buffer.alloc(4), 0x7fffffff), 'content'],
    ['half a JPEG', PICTURES.jpeg.subarray(0, 30), 'content'],
    ['a file of too many bytes', Buffer.concat([PNG_LOGO, Buffer.alloc(70_000)]), 'size'],
    ['a picture that is too small', PICTURES.tinyPng, 'dimensions'],
    ['a picture that is enormous once unpacked', PICTURES.hugePng, 'dimensions'],
  ])('is refused if it is %s', (_, file, rule) => {
    expect(readLogo(file)).toMatchObject({ rule })
  })
})

describe('maps and measures', () => {
  test('north is up, east is right, all points are inside, and the scale is true', () => {
    const { points, scale } = place([
      { lat: 40.7, lon: -74 },
      { lat: 40.8, lon: -74 },
      { lat: 40.7, lon: -73.9 },
    ])
    const [home, north, east] = points as [{ x: number; y: number }, { x: number; y: number }, { x: number; y: number }]
    expect(north.y).toBeLessThan(home.y)
    expect(east.x).toBeGreaterThan(home.x)
    for (const { x, y } of points) expect(x > 0 && x < 400 && y > 0 && y < 260).toBe(true)
    expect((home.y - north.y) / (scale.length / scale.km)).toBeCloseTo(11.12, 1)
  })

  test('the scale is a round number of miles where roads are measured in miles', () => {
    const points = [
      { lat: 40.7, lon: -74 },
      { lat: 40.8, lon: -74 },
    ]
    const formats = new Formats('en', 'US', 'UTC')
    expect(formats.distance(place(points, formats.unit_km).scale.km)).toBe('2 mi')
  })

  test('a map can cross the 180th meridian, and one place alone has a map', () => {
    const { points } = place([
      { lat: 0, lon: 179.9 },
      { lat: 0, lon: -179.9 },
    ])
    expect((points[1] as { x: number }).x).toBeGreaterThan((points[0] as { x: number }).x)
    expect(place([{ lat: 90, lon: 0 }]).points).toHaveLength(1)
  })

  test('money, dates and distances are written in the local form', () => {
    expect(new Formats('en', 'US', 'UTC').money(cents(123_456), 'USD')).toBe('$1,234.56')
    expect(new Formats('fr', 'CA', 'UTC').money(cents(123_456), 'CAD').replace(/\s/g, ' ')).toBe('1 234,56 $')
    expect(new Formats('es', 'US', 'UTC').date('2026-11-20')).toBe('20 de noviembre de 2026')
    expect(new Formats('en', 'US', 'UTC').distance(1.609)).toBe('1 mi')
    expect(new Formats('en', 'CA', 'UTC').distance(1.609)).toBe('1.6 km')
  })

  test('days with equal hours share one line', () => {
    const hours = {
      mon: [['08:00', '20:00']],
      tue: [['08:00', '20:00']],
      sat: [
        ['09:00', '12:30'],
        ['14:00', '18:00'],
      ],
    } as never
    const plain = new Formats('en', 'US', 'UTC').hours(hours, 'closed').map((line) => line.replace(/\s/g, ' '))
    expect(plain).toEqual(['Mon–Tue: 8:00 AM–8:00 PM', 'Wed–Fri: closed', 'Sat: 9:00 AM–12:30 PM, 2:00 PM–6:00 PM', 'Sun: closed'])
  })
})
