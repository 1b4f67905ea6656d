import type { ConsoleSessionDetail } from '@backhaul/client'
import { createContext, use } from 'react'

interface Current {
  session: ConsoleSessionDetail
  /** The session is over. What somebody has entered stays, and goes on after another sign-in in this browser. */
  ended: boolean
}

export const CurrentSession = createContext<Current | null>(null)

/** Who is signed in; on a page of the console somebody always is. */
export const useCurrentSession = (): Current => {
  const current = use(CurrentSession)
  if (!current) throw new Error('used outside the frame')
  return current
}
