import type * as kind from '../../src/kinds/sign-in/kind.ts'
import { type Case, type CasesOf, listed, plain } from '../coverage/case.ts'
import type { World } from '../coverage/world.ts'
import { PERSON, signIn } from '../support/session.ts'

const LINK = { ...PERSON, access: 'partner' }

/** A link of the owner that was never opened. */
const newLink = (world: World) => world.make('/v2/console-links', LINK)

const onSession: Case = async (world) => {
  const { id } = (await signIn(world.owner, LINK)).session
  return { path: `/v2/console-sessions/${id}`, owned: [id] }
}

export const CASES: CasesOf<typeof kind> = {
  createConsoleLink: plain('/v2/console-links', LINK),
  listConsoleLinks: listed('/v2/console-links?limit=1', async (world) => (await newLink(world)).id),
  readConsoleLink: async (world) => {
    const { id } = await newLink(world)
    return { path: `/v2/console-links/${id}`, owned: [id] }
  },
  withdrawConsoleLink: async (world) => {
    const { id } = await newLink(world)
    return { path: `/v2/console-links/${id}`, owned: [id] }
  },
  openConsoleSession: async (world) => ({ path: '/v2/console-sessions', body: { token: (await newLink(world)).url.split('#')[1] } }),
  listConsoleSessions: listed('/v2/console-sessions?limit=1', async (world) => (await signIn(world.owner, LINK)).session.id),
  readConsoleSession: onSession,
  endConsoleSession: onSession,
}

export const NAMES_NOTHING = {
  createConsoleLink: 'what it makes belongs to whoever asks',
  openConsoleSession: 'it is for whoever has the token',
}
