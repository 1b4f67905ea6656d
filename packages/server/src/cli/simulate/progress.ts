import type { Tally } from '@backhaul/simulator/model.ts'

const WIDTH = 28

export interface Progress {
  /** Reports that `done` ticks are complete. */
  at(done: number, tally: Tally): void
  /** Ends the line, so that other output can follow. */
  end(): void
}

const counted = (tally: Tally): string =>
  `${(tally.parcels ?? 0).toLocaleString('en-US')} parcels, ${(tally.scans ?? 0).toLocaleString('en-US')} scans`

/**
 * Shows a progress bar on one line of a terminal, or one line for each day when the output is not a terminal. `days`: the first and the
 * last day of this run.
 */
export const progressOf = (
  write: (text: string) => void,
  isTerminal: boolean,
  { firstTick, lastTick, ticksADay }: { firstTick: number; lastTick: number; ticksADay: number },
): Progress => {
  const days = Math.ceil(lastTick / ticksADay)
  let shown = ''
  return {
    at: (done, tally) => {
      const day = Math.ceil(done / ticksADay)
      if (!isTerminal) {
        if (done % ticksADay === 0) write(`day ${day} of ${days}: ${counted(tally)}\n`)
        return
      }
      const share = (done - firstTick) / Math.max(1, lastTick - firstTick)
      const full = Math.round(share * WIDTH)
      const line = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)}%  day ${day} of ${days}: ${counted(tally)}`
      if (line === shown) return
      shown = line
      write(`\r\u001b[K${line}`)
    },
    end: () => {
      if (shown !== '') write('\n')
      shown = ''
    },
  }
}
