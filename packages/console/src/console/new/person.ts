// Drafts hold personal data. Each belongs to one person, and none outlives the person's session.
import type { ConsoleSessionDetail } from '@backhaul/client'
import { type ComponentType, createContext, createElement, useEffect, useState } from 'react'
import { useCurrentSession } from '../frame/session.tsx'

const PREFIX = 'backhaul-new-'

/** Returns the name under which the browser's tab stores what this person has entered into a form. */
export const nameOf = (form: string, { partner_id, email }: Pick<ConsoleSessionDetail, 'partner_id' | 'email'>): string =>
  `${PREFIX}${form}-${partner_id ?? 'operator'}-${email}`

/** Removes everything that anyone has entered into the forms of New in this tab. */
export const forgetDrafts = (): void => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}

/** Replaces the page by a new one with empty fields. */
export const StartAgain = createContext(() => {})

/** Returns a page that starts again when another person has signed in, so that no draft passes to that person. */
export const perPerson = (Page: ComponentType) => () => {
  const { session } = useCurrentSession()
  const [count, setCount] = useState(0)
  useEffect(() => {
    // The button that asked for it is gone.
    if (count > 0) document.getElementById('content')?.focus()
  }, [count])
  return createElement(StartAgain, { value: () => setCount(count + 1) }, createElement(Page, { key: nameOf(`${count}`, session) }))
}
