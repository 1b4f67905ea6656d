import { useCallback, useEffect, useState } from 'react'
import { type Printed, printLabel } from '../../shared/print/print-label.ts'

/** A label that is to be printed, or was last. `about`: which parcel. */
export interface PrintJob {
  shipment_id: string
  about: string
  state: Printed | { kind: 'fetching' }
}

/** How often a label is asked for again while there is no line. */
const AGAIN_MS = 3_000

/** Prints the last label that was asked for. Without a line it goes on by itself when the line is back. */
export const usePrint = () => {
  const [job, setJob] = useState<PrintJob | null>(null)
  const print = useCallback(async (shipment_id: string, about: string): Promise<void> => {
    setJob({ shipment_id, about, state: { kind: 'fetching' } })
    const state = await printLabel(shipment_id)
    setJob((current) => (current?.shipment_id === shipment_id ? { shipment_id, about, state } : current))
  }, [])
  useEffect(() => {
    if (job?.state.kind !== 'lost') return
    const again = () => void print(job.shipment_id, job.about)
    const timer = setTimeout(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [job, print])
  return { job, print }
}
