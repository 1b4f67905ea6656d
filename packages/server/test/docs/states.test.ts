import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { renderStates } from '../../src/apidoc/states.ts'
import { COMMANDS, outcomeOf, STANDINGS, statusOf } from '../../src/domain/transitions.ts'

const PATH = join(import.meta.dirname, '../../../../docs/states.md')

it('docs/states.md is what the table renders to', () => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(PATH, renderStates())
  expect(readFileSync(PATH, 'utf8')).toBe(renderStates())
})

it('every command and every status has its row, with each pair that applies', () => {
  const lines = renderStates().split('\n')
  for (const command of COMMANDS) expect(lines.filter((line) => line.startsWith(`| \`${command}\` |`))).not.toEqual([])
  for (const standing of STANDINGS) {
    const label = standing === 'rejected_labeled' ? ' with a label' : standing === 'rejected_unlabeled' ? ' without a label' : ''
    const [row] = lines.filter((line) => new RegExp(`^\\| \`${statusOf(standing)}\`${label} \\| (\\d+|–) \\|`).test(line))
    const named = row?.split('|')[4]?.match(/[a-z-]+/g)
    expect(named).toEqual(COMMANDS.filter((command) => outcomeOf(command, standing).kind === 'move'))
  }
})
