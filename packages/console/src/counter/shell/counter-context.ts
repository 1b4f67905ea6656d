import type { DropOffLocation } from '@backhaul/client'
import { createContext, useContext } from 'react'
import type { Outcomes } from '../outcome/use-outcome.ts'
import type { Entry, Queue, QueueSession } from '../queue/types.ts'

/** Shared by all tasks of the counter. */
export interface Counter {
  queue: Queue
  entries: readonly Entry[]
  session: QueueSession
  /** Null until it is loaded; always null for a handler. */
  store: DropOffLocation | null
  outcomes: Outcomes
}

const Context = createContext<Counter | null>(null)
export const CounterProvider = Context.Provider

/** Returns the time zone of the store. Until the store is known, returns the device's time zone, because the device is at the store. */
export const useTimezone = (): string => useCounter().store?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

export const useCounter = (): Counter => {
  const counter = useContext(Context)
  if (counter === null) throw new Error('A task is shown outside of the counter.')
  return counter
}
