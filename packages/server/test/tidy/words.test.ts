// American spelling everywhere, as in the API. Words of the API stay as they are published, such as the status `cancelled`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, textFiles } from '../support/texts.ts'

const TEXT = /\.(ts|mjs|js|md|py|sh|yaml)$|^\.ci\/run$/
/** Excluded: files that others wrote or that programs generate, migrations (never edited once released), other languages, and this list. */
const NOT_OURS = /(^|\/)(generated|migrations|golden|filled)\/|\/texts\/(es|fr)\.ts$|^packages\/server\/test\/tidy\/words\.test\.ts$/

/** British forms as whole lower-case words, and the American forms. The first match counts. */
const FORMS: readonly [british: RegExp, american: string][] = [
  [
    /^((?:un|re|mis)?(?:channel|counsel|dial|equal|fuel|funnel|initial|label|level|marshal|model|panel|signal|spiral|total|travel|tunnel))l(ed|ing|ers?)$/,
    '$1$2',
  ],
  [/^cancell(ing|ers?)$/, 'cancel$1'],
  [/^((?:arm|behavi|clam|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|parl|rum|sav|vap|vig)o)u(r\w*)$/, '$1$2'],
  [/^((?:kilo|centi|milli|micro)?(?:cal?ib|cent|fib|lit|lust|met|sab|somb|spect|theat))re(s?)$/, '$1er$2'],
  [/^(cent|fib)red$/, '$1ered'],
  [/^(def|lic|off|pret)ence(s|d?)$/, '$1ense$2'],
  [/^practis(e|ed|es|ing)$/, 'practic$1'],
  [/^(catal|anal)ogue(s?)$/, '$1og$2'],
  [/^(anal|catal|paral)ys(e|ed|es|ing|er|ers)$/, '$1yz$2'],
  [/^(dist|enr|fulf|inst)(i|o)l(s|ments?)?$/, '$1$2ll$3'],
  [/^(sk|w)ilful(ly)?$/, '$1illful$2'],
  [/^(acknowledg|judg)ement(s?)$/, '$1ment$2'],
  [/^gre(ys?|yish|yscale)$/, 'gra$1'],
  [/^(burn|dream|lean|leap|learn|spel|spoil)t$/, '$1 with -ed'],
  [/^(after|back|down|in|on|out|to|up)wards$/, '$1ward'],
  [/^(among|whil)st$/, '$1 without -st'],
  [/^programme(s?)$/, 'program$1'],
  [/^artefact(s?)$/, 'artifact$1'],
  [/^cheque(s?)$/, 'check$1'],
  [/^ageing$/, 'aging'],
  [/^(m|sm)ould(s|ed|ing|er)?$/, '$1old$2'],
  [/^manoeuvr(e|ed|es|ing)$/, 'maneuver'],
  [/^([a-z]{3,})is(e|ed|es|er|ers|ing|ation|ations)$/, '$1iz$2'],
]
/** Words that are written with an s in America too. */
const WITH_S =
  /^(un|re)?(adv|advert|appra|chast|compr|comprom|conc|dem|desp|dev|disgu|enterpr|exc|exerc|expert|franch|improv|inc|lia|likew|merchand|otherw|parad|pra|prec|prem|prom|rev|superv|surpr|telev|turquo)is(e|ed|es|er|ers|ing)$/

const known = new Map<string, string | null>()
const americanOf = (word: string): string | null => {
  let american = known.get(word)
  if (american === undefined) {
    const form = WITH_S.test(word) ? undefined : FORMS.find(([british]) => british.test(word))
    american = form ? word.replace(...form) : null
    known.set(word, american)
  }
  return american
}

/** Splits identifiers into words: createLabel, LABEL_ID, label_id. */
const wordsOf = (line: string): string[] => (line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

const britishIn = (text: string): string[] =>
  text.split('\n').flatMap((line, i) => {
    const found = [...new Set(wordsOf(line))].flatMap((word) => {
      const american = americanOf(word)
      return american === null ? [] : [`${word} -> ${american}`]
    })
    return found.map((change) => `${i + 1}: ${change}`)
  })

test('words have American spelling', () => {
  const files = textFiles(TEXT, NOT_OURS)
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => britishIn(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file}:${found}`))).toEqual([])
})

test.each([
  ['colour, neighbouring', ['colour -> color', 'neighbouring -> neighboring']],
  ['createLabelled(UNLABELLED)', ['labelled -> labeled', 'unlabelled -> unlabeled']],
  ['serialisation; finalised; analyses', ['serialisation -> serialization', 'finalised -> finalized', 'analyses -> analyzes']],
  ['pixels_per_metre of the centre', ['metre -> meter', 'centre -> center']],
  ['afterwards, towards, spelt', ['afterwards -> afterward', 'towards -> toward', 'spelt -> spel with -ed']],
  ['promise otherwise precise rising exercised cancelled cancellation forwards four our', []],
])('British forms are found, and nothing else: %s', (text, changes) => {
  expect(britishIn(text)).toEqual(changes.map((change) => `1: ${change}`))
})
