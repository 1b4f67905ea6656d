import { useCallback, useEffect, useState } from 'react'
import { type Printed, printLabel } from '../../shared/print/print-label.ts'

/** The current or last label to print. `about` names the parcel. */
export interface PrintJob {
  shipment_id: string
  about: string
  state: Printed | { kind: 'fetching' }
}

/** Interval between requests for a label while there is no connection. */
const AGAIN_MS = 3_000

/** Prints the last requested label. If the connection is lost, printing continues automatically when it is back. */
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
