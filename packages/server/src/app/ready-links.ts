// Sign-in links that a sandbox shows when it starts, so that a newcomer can sign in with one click. They are shown on the first start, and
// on every start whose output somebody reads, together with the place of the data. They go to standard error as lines for people, never to
// the log. Production shows none.
import { spawn } from 'node:child_process'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { type Maker, makeLink } from '../kinds/sign-in/command.ts'
import { cliActor } from '../service/audit.ts'
import { Execution } from '../service/execute.ts'
import type { Service } from '../service/service.ts'

/** Validity of the links, long enough to read a page of the guide first. */
const READY_S = 3_600

export interface Welcome {
  /** Whether this start filled the sandbox. */
  is_first: boolean
  /** Whether the operator's link is also opened in a browser. */
  opens: boolean
}

/** Returns the URL that a browser on this machine can open. A wildcard address is replaced, because a browser cannot open it. */
const browsable = (url: string): string => url.replace(/^(http:\/\/)(0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost')

const linkFor = async (service: Service, url: string, access: 'operator' | 'partner' | 'counter', more: object): Promise<string | null> => {
  const maker: Maker = { partner_id: null, scopes: null, actor: cliActor(), is_audited: true, key_id: null }
  const input = { name: `Sandbox ${access}`, email: `${access}@sandbox.example`, access, expires_in: READY_S, ...more }
  const made = await new Execution(service).execute(() => makeLink(service, maker, url, input))
  return isRefusal(made) ? null : JSON.parse(made.body as string).url
}

const readyLinks = async (service: Service, url: string): Promise<[who: string, link: string | null][]> => {
  const partner = await service.db.one<{ id: string; name: string }>(
    'ready_partner',
    "select id, name from partners order by (name = 'Demo') desc, created_at limit 1",
  )
  const store = await service.db.one<{ id: string; code: string; name: string }>(
    'ready_store',
    'select id, code, name from stores where active order by code limit 1',
  )
  return [
    ['operator', await linkFor(service, url, 'operator', {})],
    ...(partner
      ? [[`partner (${partner.name})`, await linkFor(service, url, 'partner', { partner_id: partner.id })] as [string, string]]
      : []),
    ...(store ? [[`counter (${store.code})`, await linkFor(service, url, 'counter', { store_id: store.id })] as [string, string]] : []),
  ]
}

const BROWSERS: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }

/** Tries to open the link in a browser. If this fails, the user can open the link that the terminal shows. */
const openInBrowser = (link: string): void => {
  const [program, ...args] = BROWSERS[process.platform] ?? ['xdg-open']
  const child = spawn(program as string, [...args, link], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stderr.write('backhaul: no browser could be opened; open the link yourself\n'))
  child.unref()
}

const placeOf = ({ dataDir, databaseUrl }: Service['config']): string =>
  databaseUrl === null ? `Data: ${dataDir} (remove it to start afresh)\n` : `Data: the database of DATABASE_URL, and ${dataDir}\n`

/** Shows the links and the place of the data, if this is a sandbox and somebody reads the output. `baseUrl`: the address of the pages. */
export const welcome = async (service: Service, baseUrl: string, { is_first, opens }: Welcome): Promise<void> => {
  const isRead = process.stderr.isTTY || process.stdout.isTTY || is_first || opens
  if (service.config.environment !== 'sandbox' || !isRead) return
  const links = (await readyLinks(service, browsable(baseUrl))).filter((ready): ready is [string, string] => ready[1] !== null)
  const width = Math.max(0, ...links.map(([who]) => who.length))
  const lines = links.map(([who, link]) => `  ${who.padEnd(width)}  ${link}\n`)
  process.stderr.write(`Sign in; each link works once, within an hour:\n${lines.join('')}${placeOf(service.config)}`)
  const operators = links[0]
  if (opens && operators) openInBrowser(operators[1])
}
