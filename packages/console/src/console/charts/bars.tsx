import type { ReactNode } from 'react'
import { Bar } from '../../design/bar.tsx'

export interface BarRow {
  key: string
  label: ReactNode
  /** The value of the bar. `cells` holds the numbers next to it. */
  value: number
  mark?: number | null
  tone?: 'plain' | 'bad'
  cells: ReactNode[]
}

interface Props {
  title: string
  /** Headings of the label column and of the cell columns. */
  heads: string[]
  rows: BarRow[]
  empty: string
}

/** Bars in a table. The chart is the table itself, so people who cannot see it get the same numbers. */
export const Bars = ({ title, heads, rows, empty }: Props) => {
  const most = Math.max(0, ...rows.map(({ value }) => value))
  if (rows.length === 0) {
    return (
      <figure className="picture">
        <figcaption>{title}</figcaption>
        <p className="soft">{empty}</p>
      </figure>
    )
  }
  return (
    <div className="picture">
      <table className="bars">
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={head} scope="col" className={i > 0 ? 'number' : undefined}>
                {head}
              </th>
            ))}
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, value, mark = null, tone = 'plain', cells }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={i} className="number">
                  {cell}
                </td>
              ))}
              <td aria-hidden="true" className="of-bar">
                <Bar value={value} most={most} mark={mark} tone={tone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
