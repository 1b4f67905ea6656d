import type { ReactNode } from 'react'
import { wordsOf } from '../../shared/problem.tsx'
import { Selected } from './selected.tsx'
import type { BulkState, useBulk } from './use-bulk.ts'

interface OutcomeProps<Row> {
  /** Returns the number of rows in words, with their noun. */
  counted: (count: number) => string
  /** The word for rows that were refused, such as "refused". */
  notDone: string
  nameOf: (row: Row) => ReactNode
}

interface Props<Row extends { id: string }> extends OutcomeProps<Row> {
  /** For example "Selected shipments". */
  label: string
  rows: readonly Row[]
  bulk: ReturnType<typeof useBulk<Row>>
  onClear: () => void
  children: ReactNode
}

/** Shows the result of a command for many rows. */
const Outcome = <Row extends { id: string }>(props: OutcomeProps<Row> & { state: BulkState<Row>; onStop: () => void }) => {
  const { state, counted, notDone, nameOf, onStop } = props
  return (
    <div className="outcome">
      <p role="status">
        {state.done + state.refused.length} of {counted(state.total)}: {state.done} {state.act}
        {state.refused.length > 0 && `, ${state.refused.length} ${notDone}`}
        {state.left > 0 && `, ${state.left} not sent`}.
      </p>
      {state.isRunning && (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      )}
      {state.refused.length > 0 && (
        <ul>
          {state.refused.map(({ row, error }) => (
            <li key={row.id}>
              {nameOf(row)}: <span dir="auto">{wordsOf(error)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The commands for the selected rows, and the results by row. */
export const BulkBar = <Row extends { id: string }>({ label, rows, bulk, onClear, children, ...words }: Props<Row>) => {
  const { state, stop, clear } = bulk
  const onClearAll = () => {
    clear()
    onClear()
  }
  return (
    <Selected
      label={label}
      words={`${words.counted(rows.length)} selected`}
      isRunning={state?.isRunning ?? false}
      onClear={onClearAll}
      outcome={state && <Outcome {...words} state={state} onStop={stop} />}
    >
      {children}
    </Selected>
  )
}
