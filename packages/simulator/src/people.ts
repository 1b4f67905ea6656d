// People who send parcels, and what they write. The names are invented.

import type { Place } from './places.ts'
import type { Random } from './random.ts'

const FIRST = [
  'Ada',
  'Ben',
  'Chloé',
  'Diego',
  'Elif',
  'Farid',
  'Grace',
  'Hana',
  'Ivan',
  'Jun',
  'Kofi',
  'Lena',
  'Mateo',
  'Nia',
  'Olga',
  'Priya',
  'Quinn',
  'Rosa',
  'Sam',
  'Tariq',
  'Uma',
  'Victor',
  'Wanda',
  'Ximena',
  'Yusuf',
  'Zoë',
]
const LAST = [
  'Almeida',
  'Brook',
  'Castillo',
  'Dubois',
  'Eze',
  'Fischer',
  'García',
  'Hughes',
  'Ito',
  'Jensen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Nguyen',
  'Okafor',
  'Park',
  'Reyes',
  'Singh',
  'Tanaka',
  'Varga',
  'Weber',
  'Yilmaz',
]
const STREETS = ['Maple St', 'Oak Ave', 'Park Pl', 'Cedar Ln', 'Mill Rd', 'Lake Dr', '2nd St', 'High St', 'Elm Ct', 'Station Rd']
const CLERKS = ['Cleo', 'Marcus', 'Dana', 'Theo', 'Ines', 'Ravi', 'Joan', 'Pete']

export const personName = (random: Random): string => `${random.pick(FIRST)} ${random.pick(LAST)}`

/** Returns a person who lives near a counter. */
export const addressNear = (
  random: Random,
  { city, state, postal_code, country }: Pick<Place, 'city' | 'state' | 'postal_code' | 'country'>,
) => ({
  name: personName(random),
  line1: `${random.whole(1, 980)} ${random.pick(STREETS)}`,
  city,
  state,
  postal_code,
  country,
})

/** Returns a person who works at a place. The same few people work there every day. */
export const clerkOf = (random: Random, place: string): { scanner_name: string; scanner_email: string } => {
  const shift = random.whole(0, 1)
  const index = ([...place].reduce((sum, character) => sum + (character.codePointAt(0) as number), 0) + shift * 3) % CLERKS.length
  const name = CLERKS[index] as string
  return { scanner_name: `${name} at ${place}`, scanner_email: `${name.toLowerCase()}@${place.toLowerCase()}.example` }
}

export const REFUSALS = [
  ['damaged', 'The box is torn open'],
  ['oversize', 'Longer than the counter accepts'],
  ['prohibited', 'Lithium batteries, loose'],
  ['wrong_item', 'Not the item of the return'],
  ['no_label', 'The label cannot be read'],
] as const

export const DISPUTES = [
  'Our scale says less.',
  'The weight belongs to the parcel next to it.',
  'We measured the box before it was sent.',
  'It was repacked at the counter, not by our customer.',
]

export const CLAIMS = {
  lost: ['Nobody has seen it since it left the sort center.', 'No scan for a week.', 'Handed to the driver and never seen again.'],
  damaged: ['A corner is crushed and the item broken.', 'The box was wet.', 'Arrived open, with a part missing.'],
  misdelivered: ['Signed for at another address.', 'It is at a neighboring warehouse.'],
} as const
