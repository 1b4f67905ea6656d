import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isLineLost, onLineChange } from '../../shared/api.ts'

/** Whether the last request found the service. Once it does again, everything is read again. */
export const useLine = (): { isLost: boolean; isBack: boolean } => {
  const client = useQueryClient()
  const isLost = useSyncExternalStore(onLineChange, isLineLost)
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (!isLost) return
    setBack(false)
    return () => {
      setBack(true)
      void client.invalidateQueries()
    }
  }, [isLost, client])
  return { isLost, isBack }
}
