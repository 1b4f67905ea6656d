import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentLine, type Line, onLineChange } from '../../shared/api.ts'

/**
 * Minimum time between two full reloads. If one resource fails while others load, the connection state changes with every request. Without
 * this limit, each change would cause a reload.
 */
const REREAD_EVERY_MS = 10_000
let reread_ms = Number.NEGATIVE_INFINITY

/** Returns whether the last request reached a service that was able to answer. When the connection returns, everything is loaded again. */
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
