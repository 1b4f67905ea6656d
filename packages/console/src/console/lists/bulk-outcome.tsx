import type { ReactNode } from 'react'
import { wordsOf } from '../../shared/problem.tsx'
import type { BulkState } from './use-bulk.ts'

interface Props<Row> {
  state: BulkState<Row>
  /** How many there are, in words. */
  counted: (count: number) => string
  /** What is said of those that it was done to, and of those that it was not. */
  done: string
  notDone: string
  nameOf: (row: Row) => ReactNode
  onStop: () => void
}

/** What became of each of many rows. */
export const BulkOutcome = <Row extends { id: string }>({ state, counted, done, notDone, nameOf, onStop }: Props<Row>) => (
  <div className="outcome">
    <p role="status">
      {state.done + state.refused.length} of {counted(state.total)}: {state.done} {done}
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
