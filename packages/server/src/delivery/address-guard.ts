/**
 * Which targets a webhook may have, and the only way to open a socket to one.
 *
 * Parts: `checkWebhookUrl` judges the text of a URL, at registration and again before every attempt. `openSocket` resolves the name itself,
 * checks EVERY address that DNS returns, connects to one of those same addresses, and checks the peer once more when connected.
 * Promise: unless private targets are allowed, no byte of a request reaches an address that is not public unicast, whatever DNS returns
 * and whenever it changes. If one address of a name is forbidden, the name is refused.
 * Not promised: nothing here knows what a public address forwards to, or whether there is a proxy in between.
 * Refusals never name the address that a name resolved to, nor tell it from a name that does not resolve: partners read them and must not
 * be able to probe an internal resolver.
 */
import { constants } from 'node:crypto'
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type LookupFunction, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import ipaddr from 'ipaddr.js'

export const MAX_URL_CHARACTERS = 2048

export type TargetPolicy = {
  /** Also http, and private, loopback and link-local addresses (BACKHAUL_PRIVATE_WEBHOOKS, docs/operating/settings.md). */
  allowPrivate: boolean
  /** What private targets answer is not handed on. */
  hideAnswers?: boolean
  /** Loopback addresses alone: what a sandbox may call of carriers. */
  loopbackOnly?: boolean
}

export type UrlRefusal = 'unreadable' | 'too_long' | 'scheme' | 'userinfo' | 'fragment' | 'port' | 'host' | 'address'
export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlRefusal }

const PRIVATE_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])
/** Host agents of clouds at addresses that look public: Azure's answers every machine in it with that machine's configuration. */
const HOST_AGENTS = new Set(['168.63.129.16'])
const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether a socket may connect to this address.
 *
 * Public means unicast in the registries that ipaddr.js carries, after unwrapping IPv4-mapped IPv6. Every other form that carries an IPv4
 * address inside an IPv6 one (NAT64, 6to4, Teredo, the deprecated compatible form) has a range of its own there or lies outside 2000::/3,
 * the only block from which global addresses are given out, so none of them passes.
 */
export function isAllowedAddress(address: string, { allowPrivate, loopbackOnly }: TargetPolicy): boolean {
  // Not ipaddr.isValid: it also takes short and octal forms, of which the system may make another address.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (HOST_AGENTS.has(parsed.toString())) return false
  const range = parsed.range()
  if (loopbackOnly) return allowPrivate && range === 'loopback'
  if (range === 'unicast') return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_IPV6)
  return allowPrivate && PRIVATE_RANGES.has(range)
}

// Names that only mean something inside a machine or a private network (RFC 6761, RFC 6762, RFC 8375, the ICANN reservation of .internal).
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Ports from 1024 up where something other than a web server is expected: a webhook aimed there is a probe or a mistake.
 * Proxies, databases, queues, container and cluster control, remote desktops, SIP, X11, IRC.
 */
const REFUSED_PORTS = new Set([
  1080, 1433, 1434, 1521, 1723, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3268, 3269, 3306, 3389, 3659, 4045, 4190, 4222, 5060, 5061,
  5222, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 8500, 9042, 9092, 9200, 9300, 10250,
  11211, 27017,
])

/**
 * Judges a webhook URL by its text alone (docs/guide/webhooks.md#allowed-addresses). The addresses it resolves to are checked when connecting.
 *
 * Always refused: over 2048 characters, white space or control characters or backslashes, a scheme other than http(s), userinfo, a
 * fragment, port 0, a host name ending in a dot, an address no webhook can live at (multicast, documentation, embedded IPv4).
 * Unless private targets are allowed, also: http, names without a dot or of private networks, addresses that are not public unicast in any
 * spelling, ports other than 443 and 1024-65535 without the well-known ports of other protocols.
 *
 * @returns the parsed URL. Keep the submitted text to show it again.
 */
export function checkWebhookUrl(text: string, policy: TargetPolicy): UrlCheck {
  if (text.length > MAX_URL_CHARACTERS) return { ok: false, reason: 'too_long' }
  // The parser silently drops or rewrites these, so that people and parsers would read different URLs.
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

/** Host without the brackets of an IPv6 literal. The URL parser has already turned every spelling of an IPv4 address into the dotted one. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

function checkHost(host: string, policy: TargetPolicy): 'host' | 'address' | null {
  if (isIP(host) !== 0) return isAllowedAddress(host, policy) ? null : 'address'
  // A trailing dot is the same name to DNS but not to certificates and Host headers.
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

/** Why no connection was made. */
export class ConnectFailure extends Error {
  readonly error_class: 'address_not_allowed' | 'dns' | 'connect' | 'tls'

  constructor(error_class: ConnectFailure['error_class'], message: string) {
    super(message)
    this.error_class = error_class
  }
}

/** What the real network decides, so that tests can decide it instead. */
export type Dialer = {
  /** All addresses of a host name; rejects when there are none. */
  resolve: (hostname: string) => Promise<string[]>
  isAllowedAddress: (address: string) => boolean
  /** Whether partners may learn what the system knows of a name. If not, all refusals of names are alike. */
  tellsNames: boolean
  /** Certificates to trust instead of the built-in ones. */
  ca: string | undefined
}

const DNS_TIMEOUT_MS = 2000
const DNS_TRIES = 2

/**
 * The dialer of production.
 *
 * Public names are looked up in DNS directly. getaddrinfo would use the four threads of the pool, where a few names that never resolve hold
 * up every other webhook and all file access. Private names may be in hosts files and search domains, which only getaddrinfo knows.
 */
export function systemDialer(policy: TargetPolicy): Dialer {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return {
    resolve: policy.allowPrivate ? resolveBySystem : (hostname) => resolveByDns(resolver, hostname),
    isAllowedAddress: (address) => isAllowedAddress(address, policy),
    tellsNames: policy.allowPrivate,
    ca: undefined,
  }
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await systemLookup(hostname, { all: true, verbatim: true })
  return found.map((entry) => entry.address)
}

/** All IPv6 and IPv4 addresses of a name; rejects with the error of the IPv4 query when there are none. */
export async function resolveByDns(resolver: Resolver, hostname: string): Promise<string[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [...(ipv6.status === 'fulfilled' ? ipv6.value : []), ...(ipv4.status === 'fulfilled' ? ipv4.value : [])]
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
  return addresses
}

/** No more than this many are tried. All of them are checked. */
const MAX_ADDRESSES_TRIED = 8

/**
 * A lookup function for net.connect that returns only checked addresses. It is called once per connection, so the address that was checked
 * is the one we connect to: there is no second DNS answer for a rebinding attack to change.
 */
export function guardedLookup(dialer: Dialer): LookupFunction {
  return (hostname, _options, callback) => {
    dialer.resolve(hostname).then(
      (addresses) => {
        const isAllowed = addresses.every(dialer.isAllowedAddress)
        if (!dialer.tellsNames && (addresses.length === 0 || !isAllowed)) return callback(new ConnectFailure('dns', NO_TARGET), [])
        if (addresses.length === 0) return callback(new ConnectFailure('dns', 'the host name has no address'), [])
        if (!isAllowed) return callback(new ConnectFailure('address_not_allowed', NOT_ALLOWED), [])
        callback(
          null,
          addresses.slice(0, MAX_ADDRESSES_TRIED).map((address) => ({ address, family: isIP(address) })),
        )
      },
      (error: NodeJS.ErrnoException) =>
        callback(
          new ConnectFailure('dns', dialer.tellsNames ? `the host name does not resolve (${error.code ?? error.message})` : NO_TARGET),
          [],
        ),
    )
  }
}

/** Unknown, unanswered, or of addresses that are not allowed: whoever could tell these apart could read an internal resolver. */
const NO_TARGET = 'the host name does not resolve to addresses that are all allowed targets'
const NOT_ALLOWED = 'the host is not, or resolves to an address that is not, an allowed target'

/** How long one of several addresses may take before the next one is tried. The deadline of the attempt applies as well. */
const NEXT_ADDRESS_AFTER_MS = 1000

/**
 * Opens a socket to the origin of `url`, for https with the handshake done and the certificate checked against the host name.
 * Has no timeout of its own: destroy the returned socket to give up.
 *
 * @param onread where bytes go, and who is told
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
  // Before the handshake starts: a peer that is not allowed does not even get a ClientHello.
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
