// Rendering of guides, which are Markdown files in docs/guide. The test uses its own folder.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '@backhaul/server/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOpenApi } from '../src/openapi.ts'
import { Site } from '../src/site.ts'

const DOCS = join(import.meta.dirname, '../../../docs')

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const REQUESTS = `# Requests

<!-- not shown -->
Every request is signed, see [signing](../signing). A script: <script>alert(1)</script>

## Repeat a request: *safely*

Give it an \`Idempotency-Key\`. The [second](webhooks.md#order-of-events), [errors](../errors.md#not_found), [here](#limits--sizes),
[the project](../../README.md) and [a standard](https://www.rfc-editor.org/rfc/rfc9110).

## Limits & sizes

| field | limit |
|---|---|
| \`body\` | 1 MiB<br>8 MiB |
| \`requests\` | 100 |

\`\`\`sh
printf '<b>' # prints
\`\`\`

## Limits & sizes
`

let folder: string
let site: Site
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backhaul-guides-'))
  for (const name of ['errors.md', 'events.md', 'states.md']) cpSync(join(DOCS, name), join(folder, name))
  mkdirSync(join(folder, 'guide'))
  writeFileSync(join(folder, 'guide/aaa.md'), '# Added later\n\nText.\n')
  writeFileSync(join(folder, 'guide/requests.md'), REQUESTS)
  writeFileSync(join(folder, 'guide/webhooks.md'), '# Webhooks\n\n## Order of events\n\nIn order, by subject: zebra.\n')
  mkdirSync(join(folder, 'guide/images'))
  writeFileSync(join(folder, 'guide/images/counter.png'), PNG)
  writeFileSync(join(folder, 'guide/images/notes.txt'), 'not served')
  writeFileSync(
    join(folder, 'guide/zzz.md'),
    '# Pictures\n\n![A <counter>](images/counter.png) ![gone](images/gone.png) ![far](https://example.com/far.png)\n',
  )
  site = new Site(buildOpenApi(ENDPOINTS, new Map()), folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pageOf = (path: string): string => site.pages.get(path)?.make() as string
const mainOf = (path: string): string => /<main[\s\S]*<\/main>/.exec(pageOf(path))?.[0] as string

test('every guide has its own page, in the order of the list, and unlisted guides come last', () => {
  const links = [...pageOf('/docs').matchAll(/<li><a href="(\/docs\/guide\/[^"]+)">([^<]+)<\/a><\/li>/g)].map(([, path, title]) => [
    path,
    title,
  ])
  expect(links.slice(0, 3)).toEqual([
    ['/docs/guide/requests', 'Requests'],
    ['/docs/guide/webhooks', 'Webhooks'],
    ['/docs/guide/aaa', 'Added later'],
  ])
  expect(mainOf('/docs/guide/aaa')).toContain('<p>Text.</p>')
})

test('images of guides are served with them; a missing or external image is replaced by its text', () => {
  const main = mainOf('/docs/guide/zzz')
  expect(main).toContain('<img src="/docs/guide/images/counter.png" alt="A &lt;counter&gt;" loading="lazy"> gone far')
  const { type, make } = site.pages.get('/docs/guide/images/counter.png') ?? {}
  expect([type, make?.()]).toEqual(['image/png', PNG])
  expect([...site.pages.keys()].filter((path) => path.startsWith('/docs/guide/images/'))).toEqual(['/docs/guide/images/counter.png'])
})

test('headings have the same anchors as on GitHub', () => {
  const main = mainOf('/docs/guide/requests')
  for (const id of ['requests', 'repeat-a-request-safely', 'limits--sizes', 'limits--sizes-1'])
    expect(main).toMatch(new RegExp(`<h[12] id="${id}">`))
})

test('links between files lead to their pages; a file that is not served is named without a link', () => {
  const main = mainOf('/docs/guide/requests')
  for (const href of [
    '/docs/signing',
    '/docs/guide/webhooks#order-of-events',
    '/docs/errors#not_found',
    '#limits--sizes',
    'https://www.rfc-editor.org/rfc/rfc9110',
  ])
    expect(main).toContain(`<a href="${href}">`)
  expect(main).toContain('the project')
  expect(main).not.toContain('README')
})

test('HTML in a guide is shown as text, and comments are omitted', () => {
  const main = mainOf('/docs/guide/requests')
  expect(main).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(main).toContain('&lt;b&gt;')
  expect(main).not.toMatch(/<script|not shown/)
  expect(main).toContain('1 MiB<br>8 MiB')
})

test('a table row about one word is linkable by that word unless a heading has the same anchor', () => {
  expect(mainOf('/docs/guide/requests')).toContain('<tr id="body">')
  expect(mainOf('/docs/guide/requests').split('id="requests"')).toHaveLength(2)
  expect(mainOf('/docs/errors')).toContain('<tr id="not_found">')
})

test('the search finds a guide, its sections and their words', () => {
  const index = JSON.parse(pageOf('/docs/search.json')) as [string, string, string, string][]
  expect(index.find(([, , , words]) => words.includes('zebra'))?.slice(0, 3)).toEqual([
    '/docs/guide/webhooks#order-of-events',
    'Order of events',
    'Webhooks',
  ])
  expect(index.find(([path]) => path === '/docs/guide/requests')?.slice(1, 3)).toEqual(['Requests', 'Guide'])
})

test('the list of guides is absent if there are no guides', () => {
  const none = mkdtempSync(join(tmpdir(), 'backhaul-guides-'))
  for (const name of ['errors.md', 'events.md', 'states.md']) cpSync(join(DOCS, name), join(none, name))
  const page = new Site(buildOpenApi(ENDPOINTS, new Map()), none).pages.get('/docs')?.make() as string
  rmSync(none, { recursive: true, force: true })
  expect(page).not.toContain('Guides')
})
