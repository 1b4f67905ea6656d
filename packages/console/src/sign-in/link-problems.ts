// Explains why a link does not open a session and what to do, for people who know neither links nor sessions.
import { LineLost, Refused } from '../shared/api.ts'

export interface LinkProblem {
  title: string
  advice: string
  /** Whether it can help to open the same link again. */
  again: boolean
}

const ASK = 'Ask the person who sent you this link for a new one.'

const UNUSABLE: Record<string, LinkProblem> = {
  used: { title: 'This link was already used', advice: `Each link works once. ${ASK}`, again: false },
  expired: { title: 'This link has expired', advice: ASK, again: false },
  withdrawn: { title: 'This link was withdrawn', advice: `${ASK} Only a new link works.`, again: false },
}

const DAMAGED: LinkProblem = {
  title: 'This link is not complete',
  advice: `Open the link again where you received it, or copy all of it. It ends with a long code. If that does not help: ${ASK.toLowerCase()}`,
  again: false,
}

export const problemOf = (error: unknown): LinkProblem => {
  if (error instanceof LineLost)
    return { title: 'The service cannot be reached', advice: 'Check the connection, then try again. The link still works.', again: true }
  if (!(error instanceof Refused)) return { title: 'This page has a problem', advice: 'Reload the page.', again: true }
  if (error.code === 'link_not_usable') return UNUSABLE[String(error.details.reason)] ?? { title: error.message, advice: ASK, again: false }
  if (['not_found', 'validation_failed', 'payload_too_large'].includes(error.code)) return DAMAGED
  return { title: 'The sign-in failed', advice: error.message, again: error.status === 429 || error.status >= 500 }
}
