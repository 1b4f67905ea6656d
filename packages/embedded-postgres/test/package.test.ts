import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../src')

test('the package does not know the program that uses it and needs only Node and the driver', () => {
  const files = readdirSync(SRC)
  expect(files).toContain('index.ts')
  for (const file of files) {
    const text = readFileSync(join(SRC, file), 'utf8')
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, target]) => target as string)
    expect([file, imports.filter((target) => !/^(node:[\w/]+|pg|\.\/[\w-]+\.ts)$/.test(target))]).toEqual([file, []])
    expect([file, /backhaul|parcel|shipment|DATABASE_URL/i.exec(text)?.[0]]).toEqual([file, undefined])
  }
})
