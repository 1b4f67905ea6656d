import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { numberText } from './format.ts'

export interface ColumnOf {
  key: string
  /** What the column stands for, such as an hour. */
  label: string
  value: number
}

interface Props {
  title: string
  /** The unit of the values, for example "scans". */
  unit: string
  /** Heading of the first column in the table version of the chart. */
  by: string
  columns: ColumnOf[]
  /** Shown next to the selected value, such as a link to the counted records. */
  beside?: (column: ColumnOf) => ReactNode
}

const HEIGHT = 100
const STEP = 4
const GAP = 1

/** A column chart. The pointer, a touch or the arrow keys select a column, and its value appears below. */
export const Columns = ({ title, unit, by, columns, beside }: Props) => {
  const range = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const most = Math.max(1, ...columns.map(({ value }) => value))
  const sum = columns.reduce((all, { value }) => all + value, 0)
  const at = Math.min(chosen ?? columns.length - 1, columns.length - 1)
  const column = columns[at]
  if (column === undefined || sum === 0) {
    return (
      <figure className="picture">
        <figcaption>{title}</figcaption>
        <p className="soft">No {unit} in this period.</p>
      </figure>
    )
  }
  const text = `${column.label}: ${numberText(column.value)} ${unit}`
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) setChosen(Math.min(columns.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * columns.length))))
  }
  return (
    <figure className="picture">
      <figcaption>
        {title}: {numberText(sum)} {unit}, highest {numberText(most)}
      </figcaption>
      <svg
        className="columns-picture"
        viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
        onPointerMove={point}
        onPointerDown={point}
      >
        <rect className="ground" width={columns.length * STEP} height={HEIGHT} />
        {columns.map(({ key, value }, i) => (
          <rect
            key={key}
            className={i === at ? 'mark' : 'part'}
            x={i * STEP}
            y={HEIGHT - (HEIGHT * value) / most}
            width={STEP - GAP}
            height={(HEIGHT * value) / most}
          />
        ))}
      </svg>
      <label htmlFor={range} className="unseen">
        {by} shown
      </label>
      <input
        id={range}
        type="range"
        min={0}
        max={columns.length - 1}
        value={at}
        aria-valuetext={text}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
      <p className="pointed">
        {text} {beside?.(column)}
      </p>
      <details>
        <summary>{title} as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for who has no pointer */}
        <section className="behind" tabIndex={0} aria-label={`${title}, all values`}>
          <table>
            <caption className="unseen">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{by}</th>
                <th scope="col" className="number">
                  {unit}
                </th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ key, label, value }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td className="number">{numberText(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
