import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { showAs } from '../../src/http/show-as.ts'

const Thing = Type.Object({
  thing_id: Type.String(),
  object: Type.Enum(['thing']),
  color: Type.String(),
  partner_id: Type.Optional(Type.String()),
  size: Type.Integer(),
})
const ROW = { size: 3, id: 'thg_1', secret: 'x', partner_id: 'par_1', color: 'red' }

test('a row is shown with exactly the fields of the schema, in schema order', () => {
  const shown = showAs(Thing, ROW, { thing_id: ROW.id })
  expect(Object.entries(shown)).toEqual([
    ['thing_id', 'thg_1'],
    ['object', 'thing'],
    ['color', 'red'],
    ['size', 3],
  ])
})

test('an optional field is shown only if it is passed explicitly, even if the row has it', () => {
  expect(showAs(Thing, ROW, { thing_id: 'a', color: 'blue', partner_id: ROW.partner_id })).toEqual({
    ...{ thing_id: 'a', object: 'thing', color: 'blue', partner_id: 'par_1', size: 3 },
  })
})

// The compiler checks these types (npm run check).
test('the compiler rejects a missing field and a field that the schema does not have', () => {
  // @ts-expect-error: the row has no `thing_id`
  expect(showAs(Thing, ROW)).not.toHaveProperty('secret')
  // @ts-expect-error: the schema has no `weight`
  expect(showAs(Thing, ROW, { thing_id: 'a', weight: 1 })).not.toHaveProperty('weight')
})
