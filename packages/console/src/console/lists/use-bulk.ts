import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LineLost, Refused } from '../../shared/api.ts'
import { CommandKeys } from '../live/keys.ts'
import { waitedOut } from '../live/waiting.ts'

const AT_ONCE = 4
/** Delay before a row is sent again after the service was unreachable. */
const AGAIN_MS = 2_000

export interface BulkState<Row> {
  /** The text for each row that succeeded. */
  act: string
  total: number
  done: number
  refused: { row: Row; error: unknown }[]
  isRunning: boolean
  /** The number of rows that were not sent because the session ended or the user stopped the run. */
  left: number
}

const isOver = (error: unknown): boolean => error instanceof Refused && error.code === 'session_invalid'

/**
 * Runs one command for many rows, several at a time. Each row has its own Idempotency-Key. If the connection is lost, the command for the
 * row is sent again with the same key. `run` resolves when all rows are done.
 */
export const useBulk = <Row extends { id: string }>() => {
  const client = useQueryClient()
  const keys = useRef(new CommandKeys())
  const stopped = useRef(false)
  const [state, setState] = useState<BulkState<Row> | null>(null)
  const isRunning = state?.isRunning ?? false
  useEffect(() => {
    if (!isRunning) return
    // The browser asks for confirmation before it closes the page.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])
  const run = useCallback(
    async (act: string, rows: readonly Row[], send: (row: Row, idempotencyKey: string) => Promise<unknown>) => {
      stopped.current = false
      const waiting = [...rows]
      const refused: { row: Row; error: unknown }[] = []
      let done = 0
      const show = (running: boolean) =>
        setState({ act, total: rows.length, done, refused: [...refused], isRunning: running, left: running ? 0 : waiting.length })
      show(true)
      const sendOne = async (row: Row): Promise<void> => {
        const command = `${act} ${row.id}`
        for (;;) {
          try {
            await waitedOut(() => send(row, keys.current.keyOf(command)))
            keys.current.settle(command)
            done++
            return
          } catch (error) {
            keys.current.settle(command, error)
            if (error instanceof LineLost && !stopped.current) {
              await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
              continue
            }
            if (!isOver(error) && !(error instanceof LineLost)) {
              refused.push({ row, error })
              return
            }
            stopped.current = true
            waiting.unshift(row)
            return
          }
        }
      }
      const work = async () => {
        while (!stopped.current) {
          const row = waiting.shift()
          if (!row) return
          await sendOne(row)
          show(true)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      show(false)
      void client.invalidateQueries()
    },
    [client],
  )
  const stop = useCallback(() => {
    stopped.current = true
  }, [])
  const clear = useCallback(() => setState(null), [])
  return { state, run, stop, clear }
}
