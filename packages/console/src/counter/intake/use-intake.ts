import { useRef, useState } from 'react'
import { type Finding, findParcel } from './find-parcel.ts'

export type Intake = { kind: 'ready' } | { kind: 'looking'; text: string } | Finding

/** Handles one scan at a time. A new scan replaces the previous one, even if the previous one has not been answered yet. */
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
