import { useRef, useState } from 'react'
import type { Entry } from '../queue/types.ts'
import { type Finding, findParcel } from './find-parcel.ts'

export type Intake = { kind: 'ready' } | { kind: 'looking'; text: string } | Finding

/** One scan at a time: a later one takes the place of an earlier one, also of one whose answer has not come yet. */
export const useIntake = (onFound: (finding: Finding) => void) => {
  const [intake, setIntake] = useState<Intake>({ kind: 'ready' })
  const looking = useRef<AbortController | null>(null)
  const scan = async (text: string): Promise<void> => {
    looking.current?.abort()
    const abort = new AbortController()
    looking.current = abort
    setIntake({ kind: 'looking', text })
    const finding = await findParcel(text, abort.signal).catch(() => null)
    if (finding === null || abort.signal.aborted) return
    setIntake(finding)
    onFound(finding)
  }
  const clear = (): void => {
    looking.current?.abort()
    setIntake({ kind: 'ready' })
  }
  return { intake, scan, clear }
}

const IDENTIFICATIONS = ['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token']

/** What this device last kept of a parcel and has not sent yet: the service does not know of it. `names`: by which it may be known. */
export const keptOf = (entries: readonly Entry[], names: readonly (string | null | undefined)[]): Entry | undefined =>
  entries.findLast(
    ({ state, parcel, body }) =>
      state !== 'refused' &&
      state !== 'sent' &&
      (names.includes(parcel) || IDENTIFICATIONS.some((field) => body[field] !== undefined && names.includes(body[field] as string))),
  )
