// The records that a person opened from the search, the newest first. The browser keeps them for one tab and one session only, because titles
// may be names of shoppers and the next person must not see them.
import type { Choice } from './choices.ts'

const KEPT = 'backhaul-search'
const MOST = 6

interface Kept {
  session: string
  choices: Choice[]
}

export const readRecent = (session: string): Choice[] => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as Kept
    return kept.session === session ? kept.choices : []
  } catch {
    return []
  }
}

export const keepRecent = (session: string, choice: Choice): void => {
  const others = readRecent(session).filter(({ key }) => key !== choice.key)
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ session, choices: [choice, ...others].slice(0, MOST) } satisfies Kept))
  } catch {
    // A browser without storage still opens records.
  }
}
