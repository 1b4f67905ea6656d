import { Pill, type Tone } from '../design/pill.tsx'
import { plainWords, statusWords, toneOf } from './words.ts'

/** The status of a shipment, tinted by its family. */
export const Status = ({ of, isHeld = false }: { of: string; isHeld?: boolean }) => (
  <>
    <Pill tone={toneOf(of)}>{statusWords(of)}</Pill>
    {isHeld && (
      <>
        {' '}
        <Pill tone="warn">on hold</Pill>
      </>
    )}
  </>
)

/** Tones of the states of cases, tenders and pickups. */
const TONES: Readonly<Record<string, Tone>> = {
  ...{ open: 'warn', pending: 'warn', approved: 'good', upheld: 'good', accepted: 'good', scheduled: 'us' },
  ...{ denied: 'bad', rejected: 'bad' },
}

/** A state in words. `of` is its value in the API. */
export const State = ({ of, words = plainWords(of) }: { of: string; words?: string }) => <Pill tone={TONES[of] ?? 'plain'}>{words}</Pill>
