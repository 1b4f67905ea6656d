// The operating guide, for tests that follow its instructions.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './texts.ts'

const FOLDER = join(ROOT, 'docs/operating')
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

/** Returns all files of docs/operating as one text, in the order in which the README first links to them. */
export const operatingGuide = (): string => {
  const index = read('README.md')
  const linked = [...new Set([...index.matchAll(/\]\(([\w-]+\.md)/g)].map(([, file]) => file as string))]
  const unlinked = readdirSync(FOLDER).filter((file) => file !== 'README.md' && !linked.includes(file))
  if (unlinked.length > 0) throw new Error(`docs/operating/README.md does not link to ${unlinked.join(', ')}`)
  return [index, ...linked.map(read)].join('\n')
}
