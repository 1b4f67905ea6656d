// References have targets. The test checks links between documents, sections that comments name, and decision records named by number.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, textFiles } from '../support/texts.ts'

const TEXT = /\.(tsx?|mjs|js|md|py|sh|sql|ya?ml|service|env|cfg)$|^\.ci\/run$/
/** Generated files, and files that name targets that are missing on purpose. */
const LEFT_OUT = /(^|\/)(generated|golden|filled)\/|^packages\/server\/test\/docs\/references\.test\.ts$|^scripts\/mutations\.mjs$/

const files = textFiles(TEXT, LEFT_OUT)
const textOf = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const read = (file: string): string => textOf.get(file) ?? readFileSync(join(ROOT, file), 'utf8')

/** Returns the text of a document without its code. */
const proseOf = (markdown: string): string => markdown.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')

/**
 * Returns the anchors that GitHub gives the headings of a document: words in lower case, hyphens for spaces, and a number from the second
 * heading with the same text on.
 */
export const anchorsOf = (markdown: string): Set<string> => {
  const anchors = new Set<string>()
  for (const [, heading] of markdown.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = (heading as string).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let anchor = slug
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`
    anchors.add(anchor)
  }
  return anchors
}

/** Returns the reason why a path (from the root) with an optional anchor leads nowhere; null if it has a target. */
const deadEnd = (path: string, anchor: string | undefined): string | null => {
  if (!existsSync(join(ROOT, path))) return `there is no ${path}`
  if (anchor === undefined || !path.endsWith('.md') || anchorsOf(read(path)).has(anchor)) return null
  return `${path} has no heading #${anchor}`
}

const linksOf = (markdown: string): string[] => [...proseOf(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
const isElsewhere = (target: string): boolean => /^[a-z]+:|^\//.test(target)

test('every link in a document leads to an existing file and heading', () => {
  const documents = files.filter((file) => file.endsWith('.md'))
  const targets = documents.flatMap((file) => linksOf(read(file)).map((target) => [file, target] as const))
  const own = targets.filter(([, target]) => !isElsewhere(target))
  expect(own.length).toBeGreaterThan(200)
  const dead = own.flatMap(([file, target]) => {
    const [path = '', anchor] = target.split('#')
    const why = deadEnd(path === '' ? file : normalize(join(dirname(file), path)), anchor)
    return why ? [`${file}: ${target} (${why})`] : []
  })
  expect(dead).toEqual([])
})

test('every document and section named in a comment or message exists', () => {
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w./-])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)].map(([text, path, anchor]) => ({
      file,
      text,
      path,
      anchor,
    })),
  )
  expect(named.filter(({ path }) => path?.startsWith('docs/guide/')).length).toBeGreaterThan(80)
  const dead = named.flatMap(({ file, text, path, anchor }) => {
    const why = deadEnd(path as string, anchor)
    return why ? [`${file}: ${text} (${why})`] : []
  })
  expect(dead).toEqual([])
})

const RECORDS = 'docs/adr'
const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences']
const MAX_WORDS = 350
const record_files = readdirSync(join(ROOT, RECORDS)).filter((name) => name !== 'README.md')
const records = record_files.map((name) => {
  const text = read(`${RECORDS}/${name}`)
  return { name, text, number: Number(name.slice(0, 4)), title: /^# (.+)$/m.exec(text)?.[1] ?? '' }
})

/** Returns the ways in which a decision record violates the required form. */
const faultsOf = ({ name, text, number, title }: (typeof records)[number]): string[] => {
  const faults: string[] = []
  if (!/^\d{4}(-[a-z0-9]+)+\.md$/.test(name)) faults.push('the name is not NNNN-kebab-case.md')
  if (!title.startsWith(`ADR ${number}: `)) faults.push(`the title does not begin with "ADR ${number}: "`)
  if (!/^Status: (accepted|superseded by ADR \d+)$/m.test(text)) faults.push('the status is neither accepted nor superseded')
  if ([...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section).join() !== SECTIONS.join())
    faults.push(`the sections are not ${SECTIONS}`)
  if (text.trim().split(/\s+/).length > MAX_WORDS) faults.push(`it has more than ${MAX_WORDS} words`)
  return faults
}

test('decision records have one format and are numbered from 1 without gaps', () => {
  expect(records.map(({ number }) => number)).toEqual(records.map((_, i) => i + 1))
  expect(records.flatMap((one) => faultsOf(one).map((fault) => `${one.name}: ${fault}`))).toEqual([])
})

test('every program and test that a decision record names exists', () => {
  const known = new Set(files.map((file) => basename(file)))
  const named = records.flatMap(({ name, text }) =>
    [...text.matchAll(/`([\w-][\w.-]*\.(?:ts|mjs))`/g)].map(([, file]) => [name, file] as const),
  )
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(([, file]) => !known.has(file as string))).toEqual([])
})

test('the list of decision records is complete', () => {
  const listed = read(`${RECORDS}/README.md`).match(/^- \[.+$/gm)
  expect(listed).toEqual(records.map(({ name, title }) => `- [${title}](${name})`))
})

/** Returns the numbers of the records that a text names: `ADR 3`, `ADRs 3, 4 and 5`. */
const namedIn = (text: string): number[] =>
  [...text.matchAll(/\bADRs?\s+((?:\d+(?:,\s*|,?\s+(?:and|to|or)\s+)?)+)/g)].flatMap(
    ([, list]) => (list as string).match(/\d+/g)?.map(Number) ?? [],
  )

test('every decision record named by number exists', () => {
  const named = files
    .filter((file) => !file.startsWith(RECORDS))
    .flatMap((file) => namedIn(read(file)).map((number) => [file, number] as const))
  expect(named.length).toBeGreaterThan(40)
  const within = records.flatMap(({ name, text }) => namedIn(text).map((number) => [name, number] as const))
  expect([...named, ...within].filter(([, number]) => !records.some((one) => one.number === number))).toEqual([])
})

test('a link to a decision record leads to the record that it names', () => {
  const links = files.flatMap((file) =>
    [...read(file).matchAll(/\[ADR (\d+)[^\]]*\]\((?:\S*\/)?(\d{4})-/g)].map(([text, number, target]) => ({ file, text, number, target })),
  )
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter(({ number, target }) => Number(number) !== Number(target))).toEqual([])
})

test('nothing names a decision by a number from the replaced list', () => {
  const old = files.flatMap((file) => [...read(file).matchAll(/\b[Dd]ecisions?\s+\d+/g)].map(([text]) => `${file}: ${text}`))
  expect(old).toEqual([])
})

test('anchors match those of GitHub', () => {
  const text = '# A `code`, and more!\n## Twice\n```sh\n# no heading\n```\n## Twice\n### What `migrate` does to 2 things'
  expect([...anchorsOf(text)]).toEqual(['a-code-and-more', 'twice', 'twice-1', 'what-migrate-does-to-2-things'])
})
