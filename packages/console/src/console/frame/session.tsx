import type { ConsoleSessionDetail } from '@backhaul/client'
import { createContext, use } from 'react'

interface Current {
  session: ConsoleSessionDetail
  /** The session has ended. Entered data stays and can be sent after another sign-in in this browser. */
  ended: boolean
}

export const CurrentSession = createContext<Current | null>(null)

/** Returns the signed-in user's session. Every page of the console has one. */
export const useCurrentSession = (): Current => {
  const current = use(CurrentSession)
  if (!current) throw new Error('used outside the frame')
  return current
}
