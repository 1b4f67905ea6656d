// Whoever follows a reference arrives: links of documents, sections that comments name, and decisions by their numbers.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, textFiles } from '../support/texts.ts'

const TEXT = /\.(ts|tsx|mjs|js|md|py|sh|sql|ya?ml|service|env|cfg)$|^\.ci\/run$/
/** Made by programs, or about this: what is not there on purpose. */
const LEFT_OUT = /(^|\/)(generated|golden|filled)\/|^packages\/server\/test\/docs\/references\.test\.ts$|^scripts\/mutations\.mjs$/

const files = textFiles(TEXT, LEFT_OUT)
const textOf = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const read = (file: string): string => textOf.get(file) ?? readFileSync(join(ROOT, file), 'utf8')

/** Everything but what is shown as code. */
const proseOf = (markdown: string): string => markdown.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchors that GitHub gives the headings of a document: words in lower case, hyphens for spaces, a number from the second on. */
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

/** Why a path (from the root) with an optional anchor leads nowhere, or null. */
const deadEnd = (path: string, anchor: string | undefined): string | null => {
  if (!existsSync(join(ROOT, path))) return `there is no ${path}`
  if (anchor === undefined || !path.endsWith('.md') || anchorsOf(read(path)).has(anchor)) return null
  return `${path} has no heading #${anchor}`
}

const linksOf = (markdown: string): string[] => [...proseOf(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
const isElsewhere = (target: string): boolean => /^[a-z]+:|^\//.test(target)

test('every link of a document leads to a file, and to a heading if it names one', () => {
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

test('every document and section that a comment or a message names is there', () => {
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

/** Decisions with their numbers, by section, in the order of the document. */
const sections = read('docs/decisions.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    numbers: [...section.matchAll(/^\*\*(\d+)\. /gm)].map(([, number]) => Number(number)),
  }))
const decided = sections.flatMap(({ numbers }) => numbers)

test('every decision that is named by its number exists', () => {
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\b[Dd]ecisions?\s+((?:\d+(?:,\s*|,?\s+(?:and|to|or)\s+)?)+)/g)].flatMap(([, list]) =>
      (list as string).match(/\d+/g)?.map((number) => [file, Number(number)] as const),
    ),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((one) => one && !decided.includes(one[1]))).toEqual([])
})

test('decisions are numbered once, and ascend within their section', () => {
  expect(decided.length).toBeGreaterThan(150)
  expect(decided.filter((number, i) => decided.indexOf(number) !== i)).toEqual([])
  const disordered = sections.flatMap(({ title, numbers }) =>
    numbers.flatMap((number, i) => (i > 0 && number < (numbers[i - 1] as number) ? [`${title}: ${number} after ${numbers[i - 1]}`] : [])),
  )
  expect(disordered).toEqual([])
})

test('anchors are those of GitHub', () => {
  const text = '# A `code`, and more!\n## Twice\n```sh\n# no heading\n```\n## Twice\n### What `migrate` does to 2 things'
  expect([...anchorsOf(text)]).toEqual(['a-code-and-more', 'twice', 'twice-1', 'what-migrate-does-to-2-things'])
})
