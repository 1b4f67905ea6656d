// `npm run bench -- --budget`: the figures that every request pays for, as ratios to floors of the same run, compared with the ratios that
// budget.json has since the last release. `--budget --record` writes that file.
import { readFileSync, writeFileSync } from 'node:fs'
import { compareDeliveries } from './deliveries.mjs'
import { compareLabels } from './labels.mjs'
import { measureSingle } from './single.mjs'

const FILE = new URL('budget.json', import.meta.url)
/** A figure may be worse than recorded by this share. */
const TOLERANCE = 0.08
export const BUDGET_PAIRS = 3
export const BUDGET_SECONDS = 2

export const measureBudget = async (bench) => {
  await measureSingle(bench)
  await compareLabels(bench)
  await compareDeliveries(bench)
}

/** Writes the medians of all ratios to budget.json. */
export const recordBudget = ({ ratios }) => {
  const figures = Object.fromEntries([...ratios].map(([what, { median }]) => [what, Number(median.toFixed(3))]))
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
}

/**
 * Prints each ratio next to the recorded one. Returns whether all are within the budget. A figure is beyond it only if every pair is,
 * because one stall of a shared machine changes the median of three pairs by more than the tolerance.
 */
export const checkBudget = ({ ratios }) => {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8'))
  let isWithin = true
  console.log('\n| budget | recorded | now | best pair | |\n|---|---|---|---|---|')
  for (const [what, { median, best, isBetterHigh }] of ratios) {
    const before = recorded[what]
    if (before === undefined) throw new Error(`budget.json has no ${JSON.stringify(what)}: run npm run bench -- --budget --record`)
    const loss = isBetterHigh ? before / best - 1 : best / before - 1
    const isBeyond = loss > TOLERANCE
    if (isBeyond) isWithin = false
    console.log(`| ${what} | ${before} | ${median.toFixed(3)} | ${best.toFixed(3)} | ${isBeyond ? '**beyond**' : 'within'} |`)
  }
  return isWithin
}
