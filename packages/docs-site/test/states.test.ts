import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS, SHIPMENT_STATES, statusOf, verdictOf } from '@backhaul/core/transitions.ts'
import { expect, it } from 'vitest'
import { renderStates } from '../src/states.ts'

const PATH = join(import.meta.dirname, '../../../docs/states.md')

it('docs/states.md equals the rendered table', () => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(PATH, renderStates())
  expect(readFileSync(PATH, 'utf8')).toBe(renderStates())
})

it('every command and every status has its row with each applicable pair', () => {
  const lines = renderStates().split('\n')
  for (const command of COMMANDS) expect(lines.filter((line) => line.startsWith(`| \`${command}\` |`))).not.toEqual([])
  for (const state of SHIPMENT_STATES) {
    const label =
      { rejected_labeled: ' with a label', rejected_unlabeled: ' without a label' }[state as string] ??
      state.replace(/^unclaimed_(.*)|.*/, (_, before) => (before ? ` after \`${before}\`` : ''))
    const [row] = lines.filter((line) => new RegExp(`^\\| \`${statusOf(state)}\`${label} \\| (\\d+|–) \\|`).test(line))
    const named = row?.split('|')[4]?.match(/[a-z-]+/g)
    expect(named).toEqual(COMMANDS.filter((command) => verdictOf(command, state).kind === 'move'))
  }
})
