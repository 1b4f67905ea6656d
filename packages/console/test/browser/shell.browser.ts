// What holds for every page before anybody does anything on it.
import { expect, test } from 'vitest'
import { withBrowser } from './support.ts'

const world = withBrowser()

test.each(['/sign-in', '/console', '/console/deep/path', '/counter', '/counter/deep/path'])('%s shows itself', async (path) => {
  const page = await world.open(path)
  await page.locator('h1').waitFor()
  expect(await page.title()).toContain('Backhaul')
})
