// Which folder may import from which. Folders are arranged in floors. An import leads to a lower floor or stays in its folder, so the code
// on a floor can be read, tested and changed without the floors above. Imports of types count too: to read a type, one has to open its file
// as well.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, importedBy, SRC, sourceOf } from '../support/sources.ts'

const page = readFileSync(join(SRC, '../../../docs/architecture.md'), 'utf8')
const foldersIn = (cell: string): string[] => cell.match(/[\w-]+/g) ?? []

/** The floors of the kinds, from the lowest up, as numbered in the table of docs/architecture.md. */
const KIND_FLOORS = [...page.matchAll(/^\| (\d+) \| ((?:`[\w-]+\/`(?:, )?)+) \|/gm)].reduce<string[][]>((floors, [, number, cell = '']) => {
  const floor = floors[Number(number) - 1] ?? []
  for (const kind of foldersIn(cell)) floor.push(`kinds/${kind}`)
  floors[Number(number) - 1] = floor
  return floors
}, [])

/**
 * From the lowest up. Folders on the same floor do not import each other. Add a new folder here, and a new kind in docs/architecture.md.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['core', 'print'],
  ['process', 'simulator'],
  ['database'],
  ['commit'],
  ['telemetry'],
  ['storage'],
  ['service'],
  ['delivery'],
  ['http'],
  ['pages'],
  ...KIND_FLOORS,
  ['app'],
  ['cli', 'contracts', 'testing'],
  ['docs-site'],
]

/** Each kind counts as a folder. */
const folderOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('kinds/') ? 2 : 1)
    .join('/')

const IMPORT =
  /(?:^|\n)(?:import|export)\s[^'"`;]*?from\s+'((?:\.|@backhaul\/(?:core|docs-site|server|simulator)\b)[^']*)'|import\(\s*'(\.[^']+)'\s*\)/g
const imports = files.flatMap((from) =>
  [...sourceOf(from).matchAll(IMPORT)].map((match) => ({ from, to: importedBy(from, (match[1] ?? match[2]) as string) })),
)

/** Returns the imports that leave their folder and do not lead to a lower floor. */
const upward = (arrows: readonly { from: string; to: string }[]): string[] => {
  const floorOf = new Map(FLOORS.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)))
  return arrows
    .filter(({ from, to }) => folderOf(from) !== folderOf(to))
    .filter(({ from, to }) => (floorOf.get(folderOf(to)) ?? Number.POSITIVE_INFINITY) >= (floorOf.get(folderOf(from)) ?? -1))
    .map(({ from, to }) => `${from} imports ${to}`)
}

test('every folder has one floor, and every file is in a folder', () => {
  expect(KIND_FLOORS.length).toBeGreaterThan(5)
  const folders = FLOORS.flat()
  expect([...new Set(files.map(folderOf))].sort()).toEqual([...folders].sort())
  expect(new Set(folders).size).toBe(folders.length)
})

test('docs/architecture.md names every folder', () => {
  const named = [...page.matchAll(/^\| (?:\d+ \| )?((?:`[\w-]+\/`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) => foldersIn(cell))
  expect(named.sort()).toEqual([...FLOORS.flat().map((folder) => folder.replace('kinds/', '')), 'kinds'].sort())
})

test('imports go down: no folder imports up, sideways or in a cycle', () => {
  expect(imports.length).toBeGreaterThan(1000)
  expect(upward(imports)).toEqual([])
})

/** Folders that other folders enter only through one file, which exports one function. So the code behind it can be replaced. */
const ENTRIES = ['delivery/http1/http1.ts']

test('a folder with an entry is imported only through it, and the entry exports one function', () => {
  for (const entry of ENTRIES) {
    const inside = `${dirname(entry)}/`
    const arrows = imports.filter(({ from, to }) => to.startsWith(inside) && !from.startsWith(inside))
    expect(arrows.length).toBeGreaterThan(1)
    expect(arrows.filter(({ to }) => to !== entry).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
    const exported = [...sourceOf(entry).matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)]
    expect(exported.map(([, name]) => name)).toEqual(['createSender'])
  }
})

test('an import up or sideways is named', () => {
  const arrows = [
    { from: 'core/shipment.ts', to: 'process/clock.ts' },
    { from: 'kinds/claims/queries.ts', to: 'kinds/labels/pdf.ts' },
    { from: 'pages/reference-page.ts', to: 'docs-site/index.ts' },
    { from: 'simulator/network.ts', to: 'kinds/network/queries.ts' },
    { from: 'kinds/scans/scan.ts', to: 'kinds/shipments/load.ts' },
  ]
  expect(upward(arrows)).toEqual([
    'core/shipment.ts imports process/clock.ts',
    'kinds/claims/queries.ts imports kinds/labels/pdf.ts',
    'pages/reference-page.ts imports docs-site/index.ts',
    'simulator/network.ts imports kinds/network/queries.ts',
  ])
})
