import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CATALOG,
  EVENT_TYPES,
  type EventType,
  eventSchema,
  IDENTIFIER_KEYS,
  INFO_KEYS,
  internalName,
} from '@backhaul/core/events/catalog.ts'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { samples } from './samples.ts'
import { HANDLING, IDENTIFIERS, SPECIFICATION, SPECIFIED, words } from './specification.ts'

const GOLDEN = join(import.meta.dirname, 'golden')

it('the catalog has the 39 specified types and those of kinds, their identifiers, and 14 keys of event_info', () => {
  expect(Object.keys(SPECIFIED)).toHaveLength(39)
  expect(new Set(EVENT_TYPES), 'add what is missing to the events.ts of the tests of its kind').toEqual(new Set(Object.keys(SPECIFICATION)))
  expect(new Set(IDENTIFIER_KEYS)).toEqual(new Set(IDENTIFIERS))
  expect(new Set(INFO_KEYS).size).toBe(14)
})

describe.each(Object.keys(SPECIFICATION) as EventType[])('%s', (type) => {
  const [status, specific] = SPECIFICATION[type]
  const record = samples().get(type)
  const body = JSON.parse(record?.body ?? 'null')

  it('has exactly the keys of the handwritten table', () => {
    const properties: object = CATALOG[type].specific?.properties ?? {}
    const required: readonly string[] = (CATALOG[type].specific as { required?: string[] } | null)?.required ?? []
    expect(Object.keys(properties)).toEqual(words(specific).map((word) => word.replace('?', '')))
    expect(required).toEqual(words(specific).filter((word) => !word.endsWith('?')))
  })

  it('is a scan-event exactly if it has a scan type', () => {
    const scanType = HANDLING[type]
    expect(internalName(type)).toBe(scanType ? 'scan-event' : type)
    expect(CATALOG[type].scanType ?? undefined).toBe(scanType)
    expect(body).toMatchObject({ type, event: internalName(type), event_info: { event: internalName(type) } })
    expect(body.eventSpecific?.['scan-type']).toBe(scanType)
    if (scanType) expect(body.event_info).toMatchObject({ email: '', full_name: '', scannedDateTime: body.eventSpecific.scantime })
  })

  it('fits its own schema and has its status', () => {
    const schema = Compile(eventSchema(type))
    expect(schema.Errors(body)).toEqual([])
    expect(body.event_info.status ?? null).toBe(status)
  })

  it('has a direction exactly if it is a shipment or tracking type', () => {
    const expected = type.startsWith('shipment.') || type === 'tracking.updated'
    expect('direction' in body.event_info).toBe(expected)
  })

  it('has the schema of its golden file', () => {
    const path = join(GOLDEN, `${type}.json`)
    const text = `${JSON.stringify(eventSchema(type), null, 2)}\n`
    if (process.env.UPDATE_GOLDEN) writeFileSync(path, text)
    expect(text).toBe(readFileSync(path, 'utf8'))
  })
})

it('no golden schema is unused', () => {
  expect(readdirSync(GOLDEN).sort()).toEqual(EVENT_TYPES.map((type) => `${type}.json`).sort())
})

it('the schema refuses unknown keys and wrong values', () => {
  const schema = Compile(eventSchema('shipment.held'))
  const body = JSON.parse(samples().get('shipment.held')?.body ?? '')
  expect(schema.Check(body)).toBe(true)
  expect(schema.Check({ ...body, extra: 1 })).toBe(false)
  expect(schema.Check({ ...body, identifiers: { ...body.identifiers, sku: 'x' } })).toBe(false)
  expect(schema.Check({ ...body, identifiers: { ...body.identifiers, rma: null } })).toBe(false)
  expect(schema.Check({ ...body, event_info: { ...body.event_info, note: 'x' } })).toBe(false)
  expect(schema.Check({ ...body, eventSpecific: { held: false } })).toBe(false)
  expect(schema.Check({ ...body, eventSpecific: undefined })).toBe(false)
})
