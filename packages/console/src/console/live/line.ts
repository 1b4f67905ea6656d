import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentLine, type Line, onLineChange } from '../../shared/api.ts'

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
      void client.invalidateQueries()
    }
  }, [isWell, client])
  return { line, isBack }
}
