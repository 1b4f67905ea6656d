// Prints figures next to their floors and targets: one line as each figure arrives, and a Markdown table at the end.

const COMPARE = {
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  within: (value, [least, most]) => value >= least && value <= most,
}

export const number = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2))

/**
 * Returns the round whose figure is the median. The number of rounds must be odd. The median is used because a stall of the machine can
 * make one round many times slower.
 */
export const median = (rounds, figure) => rounds.toSorted((a, b) => figure(a) - figure(b))[(rounds.length - 1) / 2]

/**
 * Returns the median, and the two values that enclose the true median with a probability of at least 95 %. For nine values, these are the
 * second and the eighth.
 */
export const medianWithInterval = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  const count = sorted.length
  const choose = (k) => {
    let ways = 1
    for (let i = 0; i < k; i++) ways = (ways * (count - i)) / (i + 1)
    return ways
  }
  let outside = 0
  let skipped = 0
  while (skipped < count / 2 && outside + 2 * choose(skipped) * 0.5 ** count <= 0.05) outside += 2 * choose(skipped++) * 0.5 ** count
  const first = Math.max(0, skipped - 1)
  const middle = (sorted[Math.floor((count - 1) / 2)] + sorted[Math.ceil((count - 1) / 2)]) / 2
  return { median: middle, from: sorted[first], to: sorted[count - 1 - first] }
}

/** Returns the results of one round of each measurement. The order alternates, so that none always runs first. */
export const oneRound = async (measurements, isReversed) => {
  const found = {}
  const entries = Object.entries(measurements)
  for (const [name, measure] of isReversed ? entries.toReversed() : entries) found[name] = await measure()
  return found
}

/** Returns the sections that `--only` names, or `standard` if the option is absent. Ends the program if one is unknown. */
export const chosen = (only, names, standard = names) => {
  const sections = only ? only.split(',') : standard
  const unknown = sections.filter((name) => !names.includes(name))
  if (unknown.length === 0) return sections
  console.error(`--only ${unknown.join(',')} is unknown; valid sections: ${names.join(',')}`)
  process.exit(2)
}

export const times = ({ p50_ms, p99_ms }) => `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`

/** Throws unless every answer had this status. */
export const checkAll = (result, status) => {
  const others = Object.keys(result.statuses).filter((code) => code !== String(status))
  if (others.length > 0 || result.requests === 0) throw new Error(`unexpected answers: ${JSON.stringify(result.statuses)}`)
}

export class Report {
  #rows = []
  #missed = 0
  /** The median of each ratio, the best of its rounds, and whether more is better. */
  ratios = new Map()

  /** Whether a figure missed its target. */
  get hasMissed() {
    return this.#missed > 0
  }

  progress(text) {
    console.log(`… ${text}`)
  }

  /**
   * @param {string} what
   * @param {{ value: number | null, unit: string, floor?: number, target?: ['>=' | '<' | '<=', number] | ['within', [number, number]],
   * notes?: string }} figure
   *   if there is a floor, the target applies to the ratio of the value to the floor, otherwise to the value
   */
  add(what, { value, unit, floor, target, notes = '' }) {
    const ratio = floor && value !== null ? value / floor : null
    const judged = floor ? ratio : value
    const isMissed = target !== undefined && judged !== null && !COMPARE[target[0]](judged, target[1])
    if (isMissed) this.#missed++
    const row = {
      what,
      figure: value === null ? 'not available' : `${number(value)} ${unit}`,
      floor: floor ? number(floor) : '',
      ratio: ratio === null ? '' : ratio.toFixed(2),
      target: target ? `${target[0]} ${[target[1]].flat().join(' to ')}${isMissed ? ' **missed**' : ''}` : '',
      notes,
    }
    this.#rows.push(row)
    const against = row.ratio && `, ${row.ratio} of its floor ${row.floor}`
    console.log(`${what}: ${row.figure}${against}${target ? ` (target ${row.target.replaceAll('*', '')})` : ''}${notes && `; ${notes}`}`)
  }

  /**
   * Adds the median of a ratio over all rounds, with its 95 % interval. `figures` names what the notes show: the medians of these values.
   */
  addRatio(what, rounds, { ratio, unit, target, figures }) {
    const all = rounds.map(ratio)
    const { median, from, to } = medianWithInterval(all)
    const isBetterHigh = target?.[0] === '>='
    this.ratios.set(what, { median, best: isBetterHigh ? Math.max(...all) : Math.min(...all), isBetterHigh })
    const medians = Object.entries(figures).map(([name, figure]) => `${name} ${number(medianWithInterval(rounds.map(figure)).median)}`)
    const interval = `95 % interval ${from.toFixed(2)} to ${to.toFixed(2)} of ${rounds.length} pairs`
    this.add(what, { value: median, unit, target, notes: `${interval}; ${medians.join(', ')}` })
  }

  skip(what, why) {
    console.log(`${what}: skipped, ${why}`)
    this.#rows.push({ what, figure: 'skipped', floor: '', ratio: '', target: '', notes: why })
  }

  /** @param {string} heading says what was run, where and when */
  print(heading) {
    console.log(`\n${heading}\n\n| what | figure | floor | ratio | target | notes |\n|---|---|---|---|---|---|`)
    for (const { what, figure, floor, ratio, target, notes } of this.#rows)
      console.log(`| ${what} | ${figure} | ${floor} | ${ratio} | ${target} | ${notes} |`)
    console.log(this.#missed > 0 ? `\n${this.#missed} missed` : '\nno target missed')
  }
}
