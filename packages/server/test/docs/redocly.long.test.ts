import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

interface Problem {
  message: string
  ruleId: string
  location: { pointer: string }[]
}

test("the API document passes redocly's recommended rules without a warning", () => {
  const folder = mkdtempSync(join(tmpdir(), 'backhaul-redocly-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  const written = spawnSync(process.execPath, ['scripts/generate.mjs', '--openapi', file], { cwd: ROOT, encoding: 'utf8' })
  expect(written.status, written.stderr).toBe(0)
  const command = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  const args = [command, 'lint', file, '--extends', 'recommended', '--format', 'json']
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const { totals, problems } = JSON.parse(stdout)
  expect(problems.map(({ message, ruleId, location }: Problem) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  expect(status).toBe(0)
})
