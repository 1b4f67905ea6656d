import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentLine, type Line, onLineChange } from '../../shared/api.ts'

/** Where one thing cannot be read and the others can, the line is lost and back with each of them: everything is read again only so often. */
const REREAD_EVERY_MS = 10_000
let reread_ms = Number.NEGATIVE_INFINITY

/** Whether the last request found a service that could answer. Once one does again, everything is read again. */
export const useLine = (): { line: Line; isBack: boolean } => {
  const client = useQueryClient()
  const line = useSyncExternalStore(onLineChange, currentLine)
  const isWell = line === 'well'
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isWell) return
    setBack(false)
    return () => {
      setBack(true)
      if (performance.now() - reread_ms < REREAD_EVERY_MS) return
      reread_ms = performance.now()
      void client.invalidateQueries()
    }
  }, [isWell, client])
  return { line, isBack }
}
