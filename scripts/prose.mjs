// `npm run prose`: prints the texts that people read in this repository, one piece per line with its place, for review.
//
//   npm run prose -- texts                   what users see: pages, errors, command line, log, metrics, guides
//   npm run prose -- errors                  of those, the messages of errors
//   npm run prose -- comments                what developers read
//   npm run prose -- tests                   the names of tests
//   npm run prose -- texts --in packages/console
//   npm run prose -- texts --draw 100        a random selection of this size, chosen by --seed (default: the commit's id)
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSync, Visitor } from 'rolldown/utils'

const root = fileURLToPath(new URL('..', import.meta.url))
const CODE = /\.(ts|tsx|mts|mjs|js)$/
const GENERATED = /(^|\/)(generated|golden|filled|assets|fixtures)\/|\.generated\.|\/METHODS\.md$|^docs\/(event-examples|statements)/
const TEST = /(^|\/)test\//
/** Translations are reviewed together with their English text. */
const OTHER_LANGUAGE = /\/texts\/(es|fr)\.ts$/
/** Functions whose arguments are error messages. */
const REFUSES = /^(refuse|invalid\w*|refused\w*|bad|fault|problem|patterned|must\w*|\w*Error|\w*Refusal|Unavailable|NotBuilt|fail)$/
/** Attributes whose values nobody reads. */
const UNREAD_ATTRIBUTES = new Set(['className', 'class', 'd', 'viewBox', 'transform', 'points', 'style', 'sizes', 'media'])
const SQL =
  /^\s*(select|insert|update|delete|with|create|alter|drop|copy|lock|set|vacuum|order by|where|from|and|join|on conflict|left join|exists|\()\b/
/** Distinguishes SQL from prose that begins with the same word. */
const SQL_SIGN = /[=$:]|_\w|\b(select|values|join|null|table|by|in)\b/

const filesOf = (pattern) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => pattern.test(file) && !GENERATED.test(file) && !OTHER_LANGUAGE.test(file))

const lineOf = (text, offset) => text.slice(0, offset).split('\n').length

const plain = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(\*(?!\*)|\/\/|--|#)? ?/, '').trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the comments of code. Consecutive line comments count as one. `start` and `end` are offsets. */
const commentsOfCode = (file, text) => {
  const blocks = []
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const last = blocks.at(-1)
    const isAlone = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
    if (type === 'Line' && last?.type === 'Line' && last.isAlone && isAlone && /^\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.text += `\n${value}`
      last.end = end
    } else blocks.push({ type, isAlone, start, end, text: value })
  }
  return blocks
}

const OTHER_COMMENTS = { css: /\/\*[\s\S]*?\*\//g, sql: /^[ \t]*--.*(\n[ \t]*--.*)*/gm }
const SHELL_COMMENTS = /^[ \t]*#(?!!).*(\n[ \t]*#.*)*/gm

const commentsOfOthers = (file, text) => {
  const pattern = OTHER_COMMENTS[file.split('.').at(-1)] ?? SHELL_COMMENTS
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const place = { type: 'Other', isAlone: true, start: index, end: index + found.length }
    return { ...place, text: found.replace(/^\/\*|\*\/$/g, '') }
  })
}

/** @returns {{ type: 'Line' | 'Block' | 'Other', isAlone: boolean, start: number, end: number, text: string }[]} */
export const commentsOf = (file, text) => (CODE.test(file) ? commentsOfCode(file, text) : commentsOfOthers(file, text))

const IS_PROSE = /[a-z]{2,}[^\s]* [^\s]*[a-z]/i
const isCode = (text) => /^[\w./:-]+( [\w./:-]+)?$/.test(text) && !/^[A-Z][a-z]+ [a-z]+\.?$/.test(text)
const isRead = (text) => IS_PROSE.test(text) && !(SQL.test(text) && SQL_SIGN.test(text)) && !isCode(text.trim())

const nameOf = (callee) => callee.name ?? callee.property?.name ?? ''

/** Returns the texts and test names of code, in order. */
const textsOfCode = (file, text) => {
  const found = []
  const unread = []
  const refusals = []
  const tests = []
  const add = (node, value) => found.push({ start: node.start, end: node.end, text: plain(value) })
  new Visitor({
    ImportDeclaration: ({ source }) => unread.push(source),
    JSXAttribute: (node) => UNREAD_ATTRIBUTES.has(node.name.name) && unread.push(node),
    CallExpression: (node) => {
      const name = nameOf(node.callee)
      if (REFUSES.test(name)) refusals.push(node)
      if (/^(test|it|describe|each)$/.test(name) || node.callee.callee) tests.push(node.arguments[0])
    },
    NewExpression: (node) => REFUSES.test(nameOf(node.callee)) && refusals.push(node),
    Property: (node) => nameOf(node.key) === 'message' && refusals.push(node),
    Literal: (node) => typeof node.value === 'string' && add(node, node.value),
    JSXText: (node) => add(node, node.value),
    TemplateLiteral: (node) => {
      const names = node.expressions.map(({ start, end }) => text.slice(start, end))
      add(node, node.quasis.map(({ value }, i) => value.cooked + (i < names.length ? `{${names[i]}}` : '')).join(''))
    },
  }).visit(parseSync(file, text).program)
  const within = (nodes) => (piece) => nodes.some((node) => node && node.start <= piece.start && piece.end <= node.end)
  const [isUnread, isError, isTest] = [within(unread), within(refusals), within(tests)]
  return found
    .filter((piece) => !isUnread(piece) && isRead(piece.text))
    .map((piece) => ({ ...piece, isError: isError(piece), isTest: isTest(piece) }))
}

/** Returns paragraphs, list items and table rows. */
const textsOfMarkdown = (text) => {
  const pieces = []
  let isCode = false
  let start = 0
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    else if (!isCode && IS_PROSE.test(line)) pieces.push({ start, text: plain(line) })
    start += line.length + 1
  }
  return pieces
}

const KINDS = {
  comments: () =>
    filesOf(/^(packages|scripts|bench|\.ci|deploy)\/.*(\.(ts|tsx|mts|mjs|js|css|sql|sh)$|(^|\/)(run|full)$)/).map((file) => [
      file,
      commentsOf,
    ]),
  texts: () => [
    ...filesOf(
      /^packages\/(server|core|console|client|embedded-postgres|simulator|docs-site|carrier-easypost|carrier-replay)\/(src|bin)\/.*\.(ts|tsx|js)$/,
    ).map((file) => [file, textsOfCode]),
    ...filesOf(/^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$|^packages\/[^/]+\/README\.md$/).map((file) => [
      file,
      (_, text) => textsOfMarkdown(text),
    ]),
  ],
  errors: () =>
    filesOf(/^packages\/(server|core)\/src\/.*\.ts$/).map((file) => [file, (...of) => textsOfCode(...of).filter(({ isError }) => isError)]),
  tests: () =>
    filesOf(/^packages\/.*\.(test|browser)\.tsx?$/).map((file) => [file, (...of) => textsOfCode(...of).filter(({ isTest }) => isTest)]),
}

/** @returns {{ place: string, text: string }[]} in the order of their places */
export const prose = (kind, folder = '') =>
  KINDS[kind]().flatMap(([file, piecesOf]) => {
    if (!file.startsWith(folder) || (kind === 'texts' && TEST.test(file))) return []
    const text = readFileSync(join(root, file), 'utf8')
    return piecesOf(file, text).map((piece) => ({ place: `${file}:${lineOf(text, piece.start)}`, text: plain(piece.text) }))
  })

/** Returns a random selection, which is the same for the same seed. */
const draw = (pieces, count, seed) => {
  const rank = ({ place, text }) => createHash('sha256').update(`${seed} ${place} ${text}`).digest('hex')
  return pieces
    .map((piece) => [rank(piece), piece])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, piece]) => piece)
}

const main = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { in: { type: 'string', default: '' }, draw: { type: 'string' }, seed: { type: 'string' } },
  })
  const [kind] = positionals
  if (!(kind in KINDS) || positionals.length > 1) {
    console.error(`npm run prose -- ${Object.keys(KINDS).join('|')} [--in FOLDER] [--draw N [--seed TEXT]]`)
    process.exit(2)
  }
  const pieces = prose(kind, values.in).filter(({ text }) => text !== '')
  const seed = values.seed ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  for (const { place, text } of values.draw ? draw(pieces, Number(values.draw), seed) : pieces) console.log(`${place}\t${text}`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main()
