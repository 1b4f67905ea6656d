import { useEffect, useState } from 'react'
import type { Entry, Queue, QueueStatus } from '../queue/types.ts'

interface Snapshot {
  entries: readonly Entry[]
  status: QueueStatus | null
}

export const useQueue = (queue: Queue): Snapshot => {
  const [snapshot, setSnapshot] = useState<Snapshot>({ entries: [], status: null })
  useEffect(() => queue.subscribe((entries, status) => setSnapshot({ entries: [...entries], status })), [queue])
  return snapshot
}
