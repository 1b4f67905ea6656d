import type { Shipment } from '@backhaul/client'
import { useEffect, useState } from 'react'
import { request } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'
import { Problem } from '../../shared/problem.tsx'
import { waitedOut } from '../live/waiting.ts'
import { statusWords } from '../words.ts'
import { MAX_LABELS, withoutLabel } from './print-many.ts'

type State =
  | { kind: 'idle' }
  | { kind: 'running' }
  | { kind: 'done'; url: string; count: number }
  | { kind: 'failed'; error: unknown; rows: readonly Shipment[] }

const labels = (count: number): string => (count === 1 ? '1 label' : `${count} labels`)

/**
 * Prints the labels of the selected shipments as one PDF. If some shipments have no label, nothing is printed. The page names these
 * shipments and offers to leave them out.
 */
export const PrintLabels = ({ rows }: { rows: readonly Shipment[] }) => {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const url = state.kind === 'done' ? state.url : null
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  const print = async (wanted: readonly Shipment[]) => {
    setState({ kind: 'running' })
    const idempotencyKey = newKey()
    try {
      const options = { body: { shipment_ids: wanted.map(({ id }) => id) }, accept: 'application/pdf', idempotencyKey }
      const pdf = await waitedOut(() => request('POST', '/v2/labels', options))
      setState({ kind: 'done', url: URL.createObjectURL(pdf), count: wanted.length })
    } catch (error) {
      setState({ kind: 'failed', error, rows: wanted })
    }
  }
  const missing = state.kind === 'failed' ? withoutLabel(state.error, state.rows) : []
  const others = state.kind === 'failed' ? state.rows.filter((row) => !missing.includes(row)) : []
  const isTooMany = rows.length > MAX_LABELS
  return (
    <>
      <button type="button" aria-disabled={state.kind === 'running' || isTooMany} onClick={() => !isTooMany && print(rows)}>
        Print labels
      </button>
      <div role="status" className="outcome">
        {isTooMany && `A PDF has at most ${MAX_LABELS} labels, and ${rows.length} shipments are selected. Deselect some.`}
        {state.kind === 'running' && 'Preparing the labels.'}
        {state.kind === 'done' && (
          <a href={state.url} download="labels.pdf">
            Save the PDF of {labels(state.count)}
          </a>
        )}
      </div>
      {state.kind === 'failed' && (
        <div className="outcome">
          <Problem error={state.error} />
          {missing.length > 0 && (
            <ul>
              {missing.map(({ id, tracking, status }) => (
                <li key={id}>
                  {tracking}: no label to print while its status is “{statusWords(status)}”
                </li>
              ))}
            </ul>
          )}
          {missing.length > 0 && others.length > 0 && (
            <button type="button" onClick={() => print(others)}>
              Print the other {others.length}
            </button>
          )}
        </div>
      )}
    </>
  )
}
