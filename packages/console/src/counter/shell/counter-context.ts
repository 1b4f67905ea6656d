import type { DropOffLocation } from '@backhaul/client'
import { createContext, useContext } from 'react'
import type { Outcomes } from '../outcome/use-outcome.ts'
import type { Entry, Queue, QueueSession } from '../queue/types.ts'

/** What every task of the counter works with. */
export interface Counter {
  queue: Queue
  entries: readonly Entry[]
  session: QueueSession
  /** Null until it was read: a handler has none. */
  store: DropOffLocation | null
  outcomes: Outcomes
}

const Context = createContext<Counter | null>(null)
export const CounterProvider = Context.Provider

/** The zone of the place: until the store is known, that of the device, which is there. */
export const useTimezone = (): string => useCounter().store?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

export const useCounter = (): Counter => {
  const counter = useContext(Context)
  if (counter === null) throw new Error('A task is shown outside of the counter.')
  return counter
}
