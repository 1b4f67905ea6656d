// docs/tour.md promises a reading order: in each list, every file is imported by a file that comes earlier in the list.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fileAt, importedBy, sourceOf } from '../support/sources.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const DOCS = join(ROOT, 'docs')
const MOST_FILES_OF_A_CREATE = 18

const tour = readFileSync(join(DOCS, 'tour.md'), 'utf8')

interface Step {
  file: string
  text: string
}

/** The lists by title, each with its numbered steps. */
const walks = new Map(
  tour
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const steps = section.split(/^\d+\. /m).slice(1)
      return [
        section.slice(0, section.indexOf('\n')),
        steps.map((step): Step => {
          const text = step.split('\n\n')[0] as string
          const target = /\]\(([^)]+)\)/.exec(text)?.[1] ?? ''
          return { file: fileAt(join(DOCS, target)), text }
        }),
      ] as const
    }),
)
const create = walks.get('A create') ?? []
const filesOf = (steps: readonly Step[]): string[] => steps.map(({ file }) => file)

const IMPORT = /(?:^|\n)(?:import|export)\s[^'"`;]*?from\s+'((?:\.|@backhaul\/core\/)[^']+)'/g
/** Modules that list kinds only re-export, so they do not count as files of their own. */
const isList = (file: string): boolean => /(^|\/)kinds?\.ts$/.test(file)
const importsOf = (file: string): string[] =>
  [...sourceOf(file).matchAll(IMPORT)]
    .map(([, name]) => importedBy(file, name as string))
    .flatMap((to) => (isList(to) ? importsOf(to) : [to]))

/** Returns the files that no earlier file imports. The first file is excepted, because the reading starts there. */
const unled = (files: readonly string[]): string[] => {
  const led = new Set(files.slice(0, 1))
  return files.filter((file) => {
    const isLed = led.has(file)
    for (const to of importsOf(file)) led.add(to)
    return !isLed
  })
}

test('every link of the tour resolves', () => {
  const targets = [...tour.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target as string)
  expect(targets.length).toBeGreaterThan(35)
  expect(targets.filter((target) => !existsSync(join(DOCS, target)))).toEqual([])
})

test('the tour covers a create, a scan and a delivery', () => {
  expect([...walks.keys()]).toEqual(['A create', 'A scan', 'A delivery'])
  for (const [title, steps] of walks) expect([title, steps.length > 2]).toEqual([title, true])
})

test(`a create is read in at most ${MOST_FILES_OF_A_CREATE} files, from its route to the statement that writes it`, () => {
  const files = filesOf(create)
  expect(files.length).toBeLessThanOrEqual(MOST_FILES_OF_A_CREATE)
  expect(new Set(files).size).toBe(files.length)
  for (const file of [
    'app/routes.ts',
    'kinds/shipments/create.endpoint.ts',
    'http/pipeline.ts',
    'service/execute.ts',
    'core/decide-create.ts',
    'service/plan.ts',
  ]) {
    expect(files).toContain(file)
  }
  expect(files.some((file) => sourceOf(file).includes('insert into deliveries'))).toBe(true)
})

describe('each file is imported by a file that was read before it', () => {
  test('for a create', () => {
    expect(unled(filesOf(create))).toEqual([])
  })

  test.each([...walks].filter(([title]) => title !== 'A create'))('for %s, after the files of a create', (_title, steps) => {
    const before = filesOf(create)
    expect(unled([...before, ...filesOf(steps).filter((file) => !before.includes(file))])).toEqual([])
  })

  test('and the check names a file that is not', () => {
    expect(unled(['app/routes.ts', 'kinds/shipments/create.endpoint.ts', 'http/pipeline.ts'])).toEqual(['http/pipeline.ts'])
  })
})

test('every name in a step exists in its file', () => {
  const wrong = [...walks.values()].flat().flatMap(({ file, text }) => {
    const names = [...text.matchAll(/`([A-Za-z_]+)`/g)].map(([, name]) => name as string)
    return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sourceOf(file))).map((name) => `${file}: ${name}`)
  })
  expect(wrong).toEqual([])
})
