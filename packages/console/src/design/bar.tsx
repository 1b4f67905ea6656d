interface Props {
  /** The value that the bar shows. `most` is the value of a bar of full width. */
  value: number
  most: number
  /** A line across the bar, such as a median. */
  mark?: number | null
  tone?: 'plain' | 'bad'
}

const WIDTH = 100
const HEIGHT = 10
/** Minimum width, so that every value above zero is visible. */
const LEAST = 0.7

/** A bar next to its number. Screen readers skip the bar, because the number says the same. */
export const Bar = ({ value, most, mark = null, tone = 'plain' }: Props) => {
  const at = (part: number): number => (most > 0 ? (WIDTH * part) / most : 0)
  return (
    <svg
      className={`bar-picture ${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="ground" width={WIDTH} height={HEIGHT} />
      {value > 0 && <rect className="part" width={Math.max(at(value), LEAST)} height={HEIGHT} />}
      {mark !== null && <rect className="mark" x={Math.max(0, at(mark) - LEAST)} width={2 * LEAST} height={HEIGHT} />}
    </svg>
  )
}
