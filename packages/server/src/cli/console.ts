import { ACCESSES, type Access } from '@backhaul/core/access.ts'
import { MAX_PAGE_CHARACTERS } from '@backhaul/core/console-pages.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { knownBaseUrl } from '../kinds/sandbox/seed.ts'
import { endedAsLeft, endSession, linkNotFound, type Maker, makeLink, sessionNotFound, withdrawLink } from '../kinds/sign-in/command.ts'
import { findLink, findSession, listLinks, listSessions, type Sight } from '../kinds/sign-in/queries.ts'
import { linkResource, sessionResource } from '../kinds/sign-in/resource.ts'
import { LINK_S, MAX_LINK_S } from '../kinds/sign-in/schema.ts'
import type { Config } from '../process/config.ts'
import { Execution } from '../service/execute.ts'
import {
  CommandError,
  choice,
  cliActor,
  failOn,
  type Json,
  leaf,
  listing,
  print,
  printList,
  run,
  shortText,
  wholeNumber,
  withService,
} from './tool.ts'

/** A user of the machine's command line has full access. */
const EVERYTHING: Sight = { tenant: null, scopes: null, own: null, others: true }

interface LinkOptions {
  access: Access
  name: string
  email: string
  store?: string
  partner?: string
  page?: string
  expiresIn?: number
  json?: boolean
}

const makeOne = async (config: Config, { store, partner, page, expiresIn, json, ...person }: LinkOptions): Promise<void> => {
  const maker: Maker = { partner_id: null, scopes: null, actor: cliActor(), is_audited: true, key_id: null }
  const input = {
    ...person,
    ...(store !== undefined && { store_id: store }),
    ...(partner !== undefined && { partner_id: partner }),
    ...(page !== undefined && { path: page }),
    ...(expiresIn !== undefined && { expires_in: expiresIn }),
  }
  const url = config.publicUrl ?? knownBaseUrl(config) ?? `http://localhost:${config.port}`
  const made = await withService(config, (service) => run(service, () => makeLink(service, maker, url, input)))
  print(json, made, `${listing(made)}\nThis is the only time the URL is shown. It works once.`)
}

const list = async (config: Config, { json }: Json): Promise<void> => {
  const data = await withService(config, async ({ db }) => (await listSessions(db, EVERYTHING, null, null)).map(sessionResource))
  printList(
    json,
    data,
    [
      'id',
      'name',
      'email',
      'access',
      ['of', (session) => session.store_id ?? session.partner_id ?? 'operator'],
      ['last used', (session) => session.last_used_at ?? 'not since sign-in'],
      ['state', (session) => (session.revoked_at ? `ended ${session.revoked_at}` : `until ${session.expires_at}`)],
      'made_by',
    ],
    'Nobody has signed in yet; see `backhaul console link --help`.',
  )
}

const links = async (config: Config, { json }: Json): Promise<void> => {
  const data = await withService(config, async ({ db }) => (await listLinks(db, EVERYTHING, null, null)).map(linkResource))
  printList(
    json,
    data,
    [
      'id',
      'name',
      'email',
      'access',
      ['of', (link) => link.store_id ?? link.partner_id ?? 'operator'],
      [
        'state',
        (link) =>
          link.used_at
            ? `used ${link.used_at}`
            : link.revoked_at
              ? `withdrawn ${link.revoked_at}`
              : `can be opened until ${link.expires_at}`,
      ],
      'made_by',
    ],
    'No sign-in links yet; see `backhaul console link --help`.',
  )
}

const revoke = async (config: Config, id: string, { left, json }: { left?: boolean; json?: boolean }): Promise<void> => {
  const isLink = id.startsWith('lnk_')
  if (isLink && left) throw new CommandError('--left works only with a session: give the id of a session of the person who left')
  const after = await withService(config, async (service) => {
    const outcome = await new Execution(service).execute(async () =>
      isLink
        ? withdrawLink(service, cliActor(), await findLink(service.db, EVERYTHING, id))
        : endSession(service, cliActor(), await findSession(service.db, EVERYTHING, id), { left: left ? 'person' : undefined }),
    )
    if (isRefusal(outcome)) return failOn(outcome)
    if (left) await endedAsLeft(service, cliActor(), id)
    const row = isLink ? await findLink(service.db, EVERYTHING, id) : await findSession(service.db, EVERYTHING, id)
    if (!row) return failOn(isLink ? linkNotFound() : sessionNotFound())
    return 'used_at' in row ? linkResource(row) : sessionResource(row)
  })
  const wasUsed = 'used_at' in after && after.used_at !== null
  const ended = `Session ${id} ended. Running servers refuse it within a second.`
  const more = left
    ? ' The links created in this session, and the sessions opened with them, also end. `key list --undecided` lists the keys that need a decision.'
    : ''
  const done = isLink ? `Link ${id} can no longer be opened.` : ended + more
  print(json, after, wasUsed ? `Link ${id} was already opened. End its session instead; \`console sessions\` lists the sessions.` : done)
}

/** `console link|links|sessions|revoke` (docs/guide/sign-in.md). */
export const addConsoleCommands = (root: Command, config: () => Config): void => {
  const console = root.command('console').description('Sign-in links and sessions for the console and counter pages')
  leaf(console, 'link', 'Create a sign-in link that lets one person sign in once, and print it', [
    'console link --access operator --name "Olive Operator" --email olive@example.com',
    'console link --access counter --store sto_01… --name "Kim Clerk" --email kim@example.com --expires-in 86400',
    'console link --access partner --partner par_01… --name "Pat Partner" --email pat@example.com --json',
  ])
    .requiredOption('--access <access>', `what the person may do: ${ACCESSES.join(', ')}`, choice(...ACCESSES))
    .requiredOption('--name <name>', 'name of the person who signs in', shortText(1, 100))
    .requiredOption('--email <address>', 'email address of this person', shortText(3, 254))
    .option('--store <id>', 'store of a counter')
    .option('--partner <id>', 'partner that the person belongs to')
    .option('--page <path>', 'page of the console to open first, such as /console/webhooks', shortText(1, MAX_PAGE_CHARACTERS))
    .option(
      '--expires-in <seconds>',
      `seconds until the link expires, at most ${MAX_LINK_S} (default: ${LINK_S})`,
      wholeNumber(1, MAX_LINK_S),
    )
    .action((options: LinkOptions) => makeOne(config(), options))
  leaf(console, 'links', 'List links, newest first', ['console links', 'console links --json']).action((options) =>
    links(config(), options),
  )
  leaf(console, 'sessions', 'List sessions, newest first', ['console sessions', 'console sessions --json']).action((options) =>
    list(config(), options),
  )
  leaf(console, 'revoke', 'End a session, or withdraw an unopened link', [
    'console revoke ses_01…',
    'console revoke ses_01… --left',
    'console revoke lnk_01…',
  ])
    .argument('<id>')
    .option('--left', 'the person left: also end the links and sessions that descend from sessions of this person, and list the keys')
    .action((id: string, options) => revoke(config(), id, options))
}
