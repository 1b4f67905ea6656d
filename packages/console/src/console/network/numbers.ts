import { dayText } from '../../shared/time-text.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 30
/** If the numbers last for more days than this, no date is shown, because it would be meaningless. */
const MAX_DAYS = 3_650

/** Says until when the numbers last at this daily consumption. `daily` is null if the consumption is not known yet. */
export const lastsOf = ({ left }: { left: number }, daily: number | null, now: string): { words: string; isSoon: boolean } => {
  if (left === 0) return { words: 'Used up', isSoon: true }
  if (daily === null) return { words: '', isSoon: false }
  const days = daily === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / daily)
  if (days > MAX_DAYS) return { words: 'More than ten years', isSoon: false }
  const day = new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10)
  return { words: `At least until ${dayText(day)}`, isSoon: days < SOON_DAYS }
}
