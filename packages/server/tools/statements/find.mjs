// Finds every statement that the service sends: calls of `query`, `one`, `byId` or `execute` on a database or lane with a name. Parts of a
// statement's text may be in constants and functions elsewhere, so those are searched too, across imports. The search looks for SQL
// keywords and parses nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Excluded: files that only pass on statements of other files, and files that run before the service starts. */
const NOT_LOOKED_AT = /^database\/(db|lane|database-watch|advisory-lock|migrate|migrations|keyed-reads|connection-scheduler)\.ts$/
const CALL = /\.\s*(?:query|one|byId|execute)(?:<(?:[^()<>]|<[^()<>]*>)*>)?\(\s*(?:\/\/[^\n]*\s*)*([^\n]*)/g
/** Start of a top-level declaration, or of a method in a class. */
const BEGINS =
  /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:const|let|function|class|interface|type|enum)\b (\w+)|^ {2}(?:static )?(?:async )?(?:get |set )?(#?\w+)(?:<[^>]*>)?\(.*\{$/
const TABLE = /\b(?:from|join|into|update|only)\s+([a-z_]+)\b/g
const IS_OF_PARTNER =
  /\bpartner_id\s*(?:=|>|<|is not distinct)|\bpartner_id\)?\s*=\s*any|\((?:\w+\.)?partner_id\b|\bprincipal\s*=|'partner_id'|\bPARTNER\b|tenant\b.*'partner_id'/
const IS_INSERT_OF_PARTNER = /insert into \w+(?: as \w+)? \([^)]*\b(?:partner_id|principal)\b/

const filesBelow = (directory, prefix = '') =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesBelow(join(directory, entry.name), `${prefix}${entry.name}/`)
      : entry.name.endsWith('.ts')
        ? [`${prefix}${entry.name}`]
        : [],
  )

const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (found) => found.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/[^\n]*/g, '$1')

const blocksOf = (text) => {
  const blocks = []
  for (const line of text.split('\n')) {
    const [, top, method] = BEGINS.exec(line) ?? []
    if (top || method) blocks.push({ name: top ?? method, isTop: Boolean(top), lines: [] })
    blocks.at(-1)?.lines.push(line)
  }
  return blocks.map(({ lines, ...block }) => ({ ...block, text: lines.join('\n') }))
}

const importsOf = (file, text) => {
  const found = new Map()
  for (const [, names, from] of text.matchAll(/import \{([^}]*)\} from '(\.[^']*)'/g))
    for (const name of names.split(',').map((one) => one.trim().replace(/^type /, '')))
      if (name) found.set(name.split(' as ').at(-1), { file: posix.join(posix.dirname(file), from), name: name.split(' as ')[0] })
  return found
}

/** Returns the text of a block and of everything that it refers to. */
const reachOf = (sources, file, block, seen = new Set()) => {
  const key = `${file} ${block.name}`
  if (seen.has(key)) return ''
  seen.add(key)
  const { blocks, imports } = sources.get(file)
  let text = block.text
  for (const word of new Set(block.text.match(/#?\b[A-Za-z_]\w*\b/g))) {
    const own = blocks.find((one) => one.name === word && one !== block && !/^(?:export )?(?:interface|type|class)/.test(one.text))
    if (own) text += `\n${reachOf(sources, file, own, seen)}`
    const from = imports.get(word)
    // Follows only imported constants and a few functions that return SQL.
    if (!from || !sources.has(from.file) || !/^[A-Z_0-9]+$|Sql$|^previousMove$|^addCounts$|^eventById$|^inShipmentsTime$/.test(from.name))
      continue
    const lent = sources.get(from.file).blocks.find((one) => one.name === from.name)
    if (lent) text += `\n${reachOf(sources, from.file, lent, seen)}`
  }
  return text
}

const nameOf = (argument, block) => {
  const literal = /^(?:\w+ \? )?['`]([^'`]*)['`]/.exec(argument)
  if (literal) return literal[1].replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '…').replace(/\$\{.*/, '…')
  if (!/^(?:\w+ ? \?|name\b|statement\.name|prepared\.name)/.test(argument)) return null
  const given = /\bname\s*(?::|=)[^'`\n]*['`]([a-z][a-z_]*)/.exec(block.text) ?? /['`]([a-z]+_[a-z_]*)/.exec(argument)
  return `${given ? given[1] : block.name.replace('#', '')}…`
}

/** Returns the statements, one for each name and file, with the tables that they name and whether they name the partner. */
export const findStatements = (directory, tables) => {
  const known = new Set(tables)
  const sources = new Map(
    filesBelow(directory).map((file) => {
      const text = withoutComments(readFileSync(join(directory, file), 'utf8'))
      return [file, { blocks: blocksOf(text), imports: importsOf(file, text) }]
    }),
  )
  const found = new Map()
  for (const [file, { blocks }] of sources) {
    if (NOT_LOOKED_AT.test(file)) continue
    for (const block of blocks)
      for (const [, argument] of block.text.matchAll(CALL)) {
        const name = nameOf(argument, block)
        if (name === null || name.includes(' ')) continue
        const text = reachOf(sources, file, block)
        const named = [...new Set([...text.matchAll(TABLE)].map(([, table]) => table).filter((table) => known.has(table)))].sort()
        found.set(`${file} ${name}`, { name, file, tables: named, hasPartner: IS_OF_PARTNER.test(text) || IS_INSERT_OF_PARTNER.test(text) })
      }
  }
  return [...found.values()].sort((a, b) => a.file.localeCompare(b.file) || a.name.localeCompare(b.name))
}
