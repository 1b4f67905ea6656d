import type { Outcome } from './outcome-of.ts'
import type { Tone } from './sounds.ts'

/** Each tone has its own shape, so that color is never the only difference. */
const SHAPES: Readonly<Record<Tone, string>> = {
  success: 'M5 13l5 5L20 7',
  refused: 'M6 6l12 12M18 6L6 18',
  already: 'M5 9h14M5 15h14',
  kept: 'M12 6v6l4 3',
}
const NAMES: Readonly<Record<Tone, string>> = { success: 'Done', refused: 'Refused', already: 'Already done', kept: 'Kept' }

export const ToneIcon = ({ tone }: { tone: Tone }) => (
  <svg className={`icon ${tone}`} viewBox="0 0 24 24" role="img" aria-label={NAMES[tone]}>
    <circle cx="12" cy="12" r="11" />
    <path d={SHAPES[tone]} />
  </svg>
)

/** The outcome of the last action. Screen readers announce each change. Empty before the first outcome. */
export const OutcomeBanner = ({ outcome }: { outcome: Outcome | null }) => (
  <div className="outcome" aria-live="assertive" aria-atomic="true">
    {outcome && (
      <div className={`outcome-box ${outcome.tone}`} data-tone={outcome.tone}>
        <ToneIcon tone={outcome.tone} />
        <div>
          <strong dir="auto">{outcome.title}</strong>
          <p dir="auto">{outcome.detail}</p>
        </div>
      </div>
    )}
  </div>
)
