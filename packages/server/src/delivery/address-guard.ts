/**
 * Decides which targets a webhook may have, and is the only way to open a socket to one.
 *
 * `checkWebhookUrl` checks the text of a URL, at registration and again before every attempt. `openSocket` resolves the name itself, checks
 * EVERY address that DNS returns, connects to one of those same addresses, and checks the peer once more when connected.
 *
 * Promise: unless private targets are allowed, no byte of a request reaches an address that is not public unicast, whatever DNS returns and
 * whenever it changes. If one address of a name is forbidden, the name is refused.
 *
 * Not promised: this module cannot know what a public address forwards to, or whether there is a proxy in between.
 *
 * Partners read refusals and must not be able to probe an internal resolver. So a refusal never names the address that a name resolved to,
 * and is the same as for a name that does not resolve.
 */
import { constants } from 'node:crypto'
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type LookupFunction, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import ipaddr from 'ipaddr.js'

export const MAX_URL_CHARACTERS = 2048

export type TargetPolicy = {
  /** Also allows http, and private, loopback and link-local addresses (BACKHAUL_PRIVATE_WEBHOOKS, docs/operating/settings.md). */
  allowPrivate: boolean
  /** Hides the responses of private targets. */
  hideAnswers?: boolean
  /** Allows only loopback addresses. A sandbox may call only such carriers. */
  loopbackOnly?: boolean
}

export type UrlRefusal = 'unreadable' | 'too_long' | 'scheme' | 'userinfo' | 'fragment' | 'port' | 'host' | 'address'
export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlRefusal }

const PRIVATE_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])
/**
 * Addresses of cloud providers' host agents that look public. Azure's agent answers every machine in Azure with that machine's
 * configuration.
 */
const HOST_AGENTS = new Set(['168.63.129.16'])
const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether a socket may connect to this address.
 *
 * Public means unicast in the registries that ipaddr.js contains, after unwrapping IPv4-mapped IPv6. No other IPv6 form with an embedded
 * IPv4 address (NAT64, 6to4, Teredo, the deprecated compatible form) passes: either the registries list it as a range of its own, or it
 * lies outside 2000::/3, the only block from which global addresses are assigned.
 */
export function isAllowedAddress(address: string, { allowPrivate, loopbackOnly }: TargetPolicy): boolean {
  // ipaddr.isValid would also accept short and octal forms, which the system may read as another address.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (HOST_AGENTS.has(parsed.toString())) return false
  const range = parsed.range()
  if (loopbackOnly) return allowPrivate && range === 'loopback'
  if (range === 'unicast') return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_IPV6)
  return allowPrivate && PRIVATE_RANGES.has(range)
}

// Names that have a meaning only inside a machine or a private network (RFC 6761, RFC 6762, RFC 8375, the ICANN reservation of .internal).
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Ports from 1024 upward that usually belong to something other than a web server: proxies, databases, queues, container and cluster
 * control, remote desktops, SIP, X11, IRC. A webhook to such a port is a probe or a mistake.
 */
const REFUSED_PORTS = new Set([
  1080, 1433, 1434, 1521, 1723, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3268, 3269, 3306, 3389, 3659, 4045, 4190, 4222, 5060, 5061,
  5222, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 8500, 9042, 9092, 9200, 9300, 10250,
  11211, 27017,
])

/**
 * Checks the text of a webhook URL (docs/guide/webhooks.md#allowed-addresses). The addresses of its host are checked when connecting.
 *
 * Always refused: over 2048 characters, white space or control characters or backslashes, a scheme other than http(s), userinfo, a
 * fragment, port 0, a host name ending in a dot, an address no webhook can live at (multicast, documentation, embedded IPv4). Also refused
 * unless private targets are allowed: http, names without a dot or of private networks, addresses that are not public unicast in any
 * spelling, ports other than 443 and 1024-65535, and within this range the well-known ports of other protocols.
 *
 * @returns the parsed URL. Keep the submitted text to show it again.
 */
export function checkWebhookUrl(text: string, policy: TargetPolicy): UrlCheck {
  if (text.length > MAX_URL_CHARACTERS) return { ok: false, reason: 'too_long' }
  // The parser silently drops or rewrites these characters, so people and parsers would read different URLs.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return { ok: false, reason: 'unreadable' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowPrivate)) return { ok: false, reason: 'scheme' }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) return { ok: false, reason: 'unreadable' }
  if (authority.includes('@')) return { ok: false, reason: 'userinfo' }
  if (text.includes('#')) return { ok: false, reason: 'fragment' }
  const host = checkHost(hostOf(url), policy)
  if (host !== null) return { ok: false, reason: host }
  if (!isAllowedPort(url, policy)) return { ok: false, reason: 'port' }
  return { ok: true, url }
}

/**
 * Returns the host without the brackets of an IPv6 literal. The URL parser has already converted every spelling of an IPv4 address to
 * dotted form.
 */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

function checkHost(host: string, policy: TargetPolicy): 'host' | 'address' | null {
  if (isIP(host) !== 0) return isAllowedAddress(host, policy) ? null : 'address'
  // A trailing dot does not change the name for DNS, but it does for certificates and Host headers.
  if (host.endsWith('.')) return 'host'
  if (policy.allowPrivate) return null
  return !host.includes('.') || PRIVATE_NAME.test(host) ? 'host' : null
}

function isAllowedPort(url: URL, { allowPrivate }: TargetPolicy): boolean {
  const port = portOf(url)
  if (allowPrivate) return port !== 0
  return port === 443 || (port >= 1024 && !REFUSED_PORTS.has(port))
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** The error of a connection that was not made. It contains the reason. */
export class ConnectFailure extends Error {
  readonly error_class: 'address_not_allowed' | 'dns' | 'connect' | 'tls'

  constructor(error_class: ConnectFailure['error_class'], message: string) {
    super(message)
    this.error_class = error_class
  }
}

/** The dependencies on the real network, which tests replace. */
export type Dialer = {
  /** Returns all addresses of a host name; rejects when there are none. */
  resolve: (hostname: string) => Promise<string[]>
  isAllowedAddress: (address: string) => boolean
  /** Whether partners may see the system's own messages about a name. If not, every refusal of a name is the same. */
  reportsNames: boolean
  /** Certificates to trust instead of the built-in ones. */
  ca: string | undefined
}

const DNS_TIMEOUT_MS = 2000
const DNS_TRIES = 2

/**
 * Creates the dialer for production.
 *
 * Public names are looked up in DNS directly. getaddrinfo would use the four threads of Node's pool, and a few names that never resolve
 * would then delay all other webhooks and all file access. Private names may be in hosts files and search domains, which only getaddrinfo
 * knows.
 */
export function systemDialer(policy: TargetPolicy): Dialer {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return {
    resolve: policy.allowPrivate ? resolveBySystem : (hostname) => resolveByDns(resolver, hostname),
    isAllowedAddress: (address) => isAllowedAddress(address, policy),
    reportsNames: policy.allowPrivate,
    ca: undefined,
  }
}

/** `localhost` needs no entry in a hosts file: by RFC 6761 the name always means this machine. */
async function resolveBySystem(hostname: string): Promise<string[]> {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const found = await systemLookup(hostname, { all: true, verbatim: true })
  return found.map((entry) => entry.address)
}

/** Returns all IPv6 and IPv4 addresses of a name. If there are none, rejects with the error of the IPv4 query. */
export async function resolveByDns(resolver: Resolver, hostname: string): Promise<string[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [...(ipv6.status === 'fulfilled' ? ipv6.value : []), ...(ipv4.status === 'fulfilled' ? ipv4.value : [])]
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
  return addresses
}

/** Number of addresses to try. All addresses are checked, even beyond this number. */
const MAX_ADDRESSES_TRIED = 8

/**
 * Returns a lookup function for net.connect that returns only checked addresses. It is called once per connection, so the connection goes
 * to the address that was checked: there is no second DNS answer for a rebinding attack to change.
 */
export function guardedLookup(dialer: Dialer): LookupFunction {
  return (hostname, _options, callback) => {
    dialer.resolve(hostname).then(
      (addresses) => {
        const isAllowed = addresses.every(dialer.isAllowedAddress)
        if (!dialer.reportsNames && (addresses.length === 0 || !isAllowed)) return callback(new ConnectFailure('dns', NO_TARGET), [])
        if (addresses.length === 0) return callback(new ConnectFailure('dns', 'the host name has no address'), [])
        if (!isAllowed) return callback(new ConnectFailure('address_not_allowed', NOT_ALLOWED), [])
        callback(
          null,
          addresses.slice(0, MAX_ADDRESSES_TRIED).map((address) => ({ address, family: isIP(address) })),
        )
      },
      (error: NodeJS.ErrnoException) =>
        callback(
          new ConnectFailure('dns', dialer.reportsNames ? `the host name does not resolve (${error.code ?? error.message})` : NO_TARGET),
          [],
        ),
    )
  }
}

/**
 * One message for names that are unknown, do not answer, or have forbidden addresses. Anybody who could distinguish these cases could probe
 * an internal resolver.
 */
const NO_TARGET = 'the host name does not resolve to addresses that are all allowed targets'
const NOT_ALLOWED = 'the host, or an address that it resolves to, is not an allowed target'

/** Time limit for one of several addresses before the next one is tried. The deadline of the attempt applies as well. */
const NEXT_ADDRESS_AFTER_MS = 1000

/**
 * Opens a socket to the origin of `url`. For https, the handshake is complete and the certificate was checked against the host name.
 * There is no timeout: destroy the returned socket to give up.
 *
 * @param onread buffer for received bytes, and the function that receives them
 * @param done called once, with a ConnectFailure or the connected socket
 * @returns the socket being connected; null when the host itself is refused
 */
export function openSocket(
  url: URL,
  dialer: Dialer,
  onread: OnReadOpts,
  done: (failure: ConnectFailure | null, socket: Socket | null) => void,
): Socket | null {
  const host = hostOf(url)
  // net.connect does not call the lookup function for literal addresses.
  if (isIP(host) !== 0 && !dialer.isAllowedAddress(host)) {
    queueMicrotask(() => done(new ConnectFailure('address_not_allowed', NOT_ALLOWED), null))
    return null
  }
  const target = {
    host,
    port: portOf(url),
    onread,
    lookup: guardedLookup(dialer),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  }
  const secure = url.protocol === 'https:'
  const socket = secure
    ? connectTls({
        ...target,
        ALPNProtocols: ['http/1.1'],
        ca: dialer.ca,
        // A TLS 1.2 renegotiation costs us more than the receiver that requests it.
        secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connectTcp(target)
  socket.setNoDelay(true)
  let phase: 'connect' | 'tls' | 'done' = 'connect'
  // Checked before the handshake starts, so that a forbidden peer does not even get a ClientHello.
  socket.prependOnceListener('connect', () => {
    if (secure) phase = 'tls'
    if (socket.remoteAddress === undefined || !dialer.isAllowedAddress(socket.remoteAddress)) {
      socket.destroy(new ConnectFailure('address_not_allowed', NOT_ALLOWED))
    }
  })
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    if (socket.destroyed) return
    phase = 'done'
    done(null, socket)
  })
  socket.on('error', (error) => {
    if (phase === 'done') return
    const failure = error instanceof ConnectFailure ? error : new ConnectFailure(phase, describe(error))
    phase = 'done'
    done(failure, null)
  })
  return socket
}

/** Connecting to several addresses fails with an AggregateError, whose own message is empty. */
function describe(error: Error): string {
  const cause = error instanceof AggregateError ? (error.errors[0] as Error) : error
  return cause.message
}
