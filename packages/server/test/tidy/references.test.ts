// Comments, documents and messages may refer only to texts that a reader of the repository can open: a guide, a decision record, a
// published standard.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, textFiles } from '../support/texts.ts'

const TEXT = /\.(ts|mjs|js|md|py|sh|sql|yaml)$|^\.ci\/run$/
/** This file and the mutations, which both contain such references on purpose. */
const THIS = /^packages\/server\/test\/tidy\/references\.test\.ts$|^scripts\/mutations\.mjs$/

/**
 * References to texts that are not in this repository. A paragraph sign is only for standards that can be found, such as `RFC 9110
 * §10.2.3`.
 */
const ELSEWHERE = [
  /\bcontract[^\n;]{0,30}§/i,
  /\bspecification[^\n;]{0,30}§/i,
  /\bthe specification\b(?! of\b)/i,
  /\bshared\/(spec|design)\b/,
]

const elsewhereIn = (text: string): string[] =>
  text.split('\n').flatMap((line, i) => (ELSEWHERE.some((name) => name.test(line)) ? [`${i + 1}: ${line.trim().slice(0, 120)}`] : []))

test('nothing refers to a text outside the repository: link to a heading of docs/guide, or name a decision record', () => {
  const files = textFiles(TEXT, THIS)
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => elsewhereIn(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file}:${found}`))).toEqual([])
})

test.each([
  ['/** At most 16 webhooks; contract §12. */', 1],
  ['// Source: specification "Events", contract §3.', 1],
  ['as the specification has it', 1],
  ['the contract of one endpoint; RFC 9110 §10.2.3; the specification of Standard Webhooks', 0],
])('references to missing texts are found: %s', (text, found) => {
  expect(elsewhereIn(text)).toHaveLength(found)
})
