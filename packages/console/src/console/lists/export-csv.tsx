import { useEffect, useRef, useState } from 'react'
import { requestStream } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import type { Query } from '../live/use-live.ts'
import { waitedOut } from '../live/waiting.ts'
import { type ReadPart, readCsv } from './read-csv.ts'
import { saveFile } from './save.ts'

interface Props {
  path: string
  query: Query
  /** The name of the file, without its extension. */
  name: string
}

type State = { kind: 'idle' } | { kind: 'running'; rows: number } | { kind: 'done'; rows: number } | { kind: 'failed'; error: unknown }

const counted = (rows: number): string => `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}`

/** Exports a list as a file: all rows that match its filters, not only the visible ones. */
export const ExportCsv = ({ path, query, name }: Props) => {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    abort.current = controller
    setState({ kind: 'running', rows: 0 })
    try {
      const read: ReadPart = (cursor, onPiece) =>
        requestStream(path, { query: { ...query, cursor }, accept: 'text/csv', signal: controller.signal }, onPiece)
      const { file, rows } = await readCsv(
        (cursor, onPiece) => waitedOut(() => read(cursor, onPiece)),
        (soFar) => setState({ kind: 'running', rows: soFar }),
      )
      saveFile(file, `${name}.csv`)
      setState({ kind: 'done', rows })
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'idle' } : { kind: 'failed', error })
    }
  }
  return (
    <div className="export">
      {state.kind === 'running' ? (
        <button type="button" onClick={() => abort.current?.abort()}>
          Stop the export
        </button>
      ) : (
        <button type="button" onClick={start}>
          Export as CSV
        </button>
      )}
      <span role="status">
        {state.kind === 'running' && `${counted(state.rows)} so far`}
        {state.kind === 'done' && `${counted(state.rows)} exported`}
      </span>
      <Problem error={state.kind === 'failed' ? state.error : null} />
    </div>
  )
}
