// The records that a person opened from the search, the newest first. They are kept on the device for one session only, because titles may
// be names of shoppers and the next person must not see them.
import type { Choice } from './choices.ts'

const KEPT = 'backhaul-search'
const MOST = 6

interface Kept {
  session: string
  choices: Choice[]
}

export const readRecent = (session: string): Choice[] => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '') as Kept
    return kept.session === session ? kept.choices : []
  } catch {
    return []
  }
}

export const keepRecent = (session: string, choice: Choice): void => {
  const others = readRecent(session).filter(({ address }) => address !== choice.address)
  localStorage.setItem(KEPT, JSON.stringify({ session, choices: [choice, ...others].slice(0, MOST) } satisfies Kept))
}
