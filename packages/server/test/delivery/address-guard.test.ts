import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { checkWebhookUrl, isAllowedAddress, MAX_URL_CHARACTERS, resolveByDns } from '../../src/delivery/address-guard.ts'

const PUBLIC_ONLY = { allowPrivate: false }
const PRIVATE_TOO = { allowPrivate: true }

function refusal(url: string, policy = PUBLIC_ONLY): string | null {
  const checked = checkWebhookUrl(url, policy)
  return checked.ok ? null : checked.reason
}

describe('with public targets only', () => {
  test.each([
    'https://example.com/hooks?partner=1',
    'https://example.com',
    'https://example.com:443/',
    'https://example.com:8443/hooks',
    'https://example.com:65535/',
    'HTTPS://Example.COM/Hooks',
    'https://bücher.example/hook',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
  ])('%s is accepted', (url) => {
    expect(refusal(url)).toBeNull()
  })

  test.each([
    // 127.0.0.1 and similar IPv4 addresses, in every spelling.
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://127.0.1/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/metadata',
    'https://100.64.0.1/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://240.0.0.1/',
    // IPv6 addresses, and IPv4 addresses inside IPv6 addresses.
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b::8.8.8.8]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[4000::1]/',
  ])('%s is refused for its address', (url) => {
    expect(refusal(url)).toBe('address')
  })

  test.each([
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://api.localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://nas.home.arpa/',
    'https://example.com./',
  ])('%s is refused for its host name', (url) => {
    expect(refusal(url)).toBe('host')
  })

  test.each(['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'gopher://example.com:70/'])(
    '%s is refused for its scheme',
    (url) => {
      expect(refusal(url)).toBe('scheme')
    },
  )

  test.each([
    'https://example.com:80/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:0/',
    'https://example.com:444/',
  ])('%s is refused for its port below 1024', (url) => {
    expect(refusal(url)).toBe('port')
  })

  test.each([5432, 6379, 2375, 3306, 9200, 10250, 11211, 6000, 3389])('port %d of another protocol is refused', (port) => {
    expect(refusal(`https://example.com:${port}/`)).toBe('port')
  })
})

describe('with private targets allowed', () => {
  test.each([
    'http://127.0.0.1:3000/hook',
    'http://localhost:3000/hook',
    'http://api.localhost/hook',
    'http://intranet:5432/',
    'http://10.0.0.5:22/',
    'http://169.254.10.10/',
    'http://[::1]:8080/',
    'http://[fd00::1]/',
    'http://100.64.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'https://example.com/',
    'http://2130706433:8080/',
  ])('%s is accepted', (url) => {
    expect(refusal(url, PRIVATE_TOO)).toBeNull()
  })

  test.each([
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'http://[::]/',
    'http://[ff02::1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:a00:1::]/',
  ])('%s is still refused as a target', (url) => {
    expect(refusal(url, PRIVATE_TOO)).toBe('address')
  })

  test('port 0 and other schemes are still refused', () => {
    expect(refusal('http://127.0.0.1:0/', PRIVATE_TOO)).toBe('port')
    expect(refusal('ftp://127.0.0.1/', PRIVATE_TOO)).toBe('scheme')
  })
})

describe.each([
  ['with public targets only', PUBLIC_ONLY],
  ['with private targets allowed', PRIVATE_TOO],
])('%s', (_name, policy) => {
  test.each([
    'https://user:pass@example.com/',
    'https://user@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://example.com@127.0.0.1/',
  ])('%s is refused for its userinfo', (url) => {
    expect(refusal(url, policy)).toBe('userinfo')
  })

  test.each(['https://example.com/#part', 'https://example.com/hook#', 'https://example.com#'])('%s is refused for its fragment', (url) => {
    expect(refusal(url, policy)).toBe('fragment')
  })

  test.each([
    '',
    'example.com',
    '//example.com/',
    'https://',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https:\\\\example.com\\',
    'https://example.com\\@127.0.0.1/',
    ' https://example.com/',
    'https://exa\tmple.com/',
    'https://example.com/\r\nX-Evil: 1',
    'https://example.com/a b',
    'https://exam\u0000ple.com/',
    'https://[fe80::1%25eth0]/',
    'https://[::1/',
    'https://256.256.256.256/',
    'https://1.2.3.4.5/',
    'https://example.com:65536/',
    'https://example.com:-1/',
  ])('%j is refused as unreadable', (url) => {
    expect(refusal(url, policy)).toBe('unreadable')
  })

  test('a URL can have up to 2048 characters', () => {
    const start = 'https://example.com/'
    expect(refusal(start + 'a'.repeat(MAX_URL_CHARACTERS - start.length), policy)).toBeNull()
    expect(refusal(start + 'a'.repeat(MAX_URL_CHARACTERS - start.length + 1), policy)).toBe('too_long')
  })
})

test('text that is not an address or has a zone is never an allowed public address', () => {
  for (const text of ['', 'example.com', '8.8.8', '010.8.8.8', '2606:4700::zz', 'fe80::1%eth0'])
    expect(isAllowedAddress(text, PUBLIC_ONLY)).toBe(false)
  expect(isAllowedAddress('fe80::1%eth0', PRIVATE_TOO)).toBe(true)
})

describe('resolving by DNS', () => {
  const servers: Socket[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  async function resolverFor(zone: Record<string, { ipv4?: string[]; ipv6?: string[] }>): Promise<Resolver> {
    const server = createSocket('udp4')
    servers.push(server)
    server.on('message', (query, from) => server.send(dnsAnswer(query, zone), from.port, from.address))
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    const resolver = new Resolver({ timeout: 20_000, tries: 1 })
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return resolver
  }

  test('all addresses of both families are returned, so that all can be checked', async () => {
    const resolver = await resolverFor({ 'both.example.com': { ipv4: ['8.8.8.8', '10.0.0.1'], ipv6: ['2606:4700::1111', '::1'] } })
    expect((await resolveByDns(resolver, 'both.example.com')).sort()).toEqual(['10.0.0.1', '2606:4700::1111', '8.8.8.8', '::1'].sort())
  })

  test('one family is enough', async () => {
    const resolver = await resolverFor({ 'v4.example.com': { ipv4: ['8.8.8.8'] }, 'v6.example.com': { ipv6: ['2606:4700::1111'] } })
    expect(await resolveByDns(resolver, 'v4.example.com')).toEqual(['8.8.8.8'])
    expect(await resolveByDns(resolver, 'v6.example.com')).toEqual(['2606:4700::1111'])
  })

  test('a name without addresses is an error', async () => {
    const resolver = await resolverFor({})
    await expect(resolveByDns(resolver, 'nothing.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

const TYPE_A = 1
const TYPE_AAAA = 28

/** Answers a DNS query with one question from a table, with just enough of RFC 1035 for a real resolver. */
function dnsAnswer(query: Buffer, zone: Record<string, { ipv4?: string[]; ipv6?: string[] }>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length !== 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const entry = zone[labels.join('.').toLowerCase()]
  const addresses = (type === TYPE_A ? entry?.ipv4 : type === TYPE_AAAA ? entry?.ipv6 : []) ?? []
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(entry === undefined ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  const records = addresses.map((address) => {
    const data = type === TYPE_A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([header, query.subarray(12, at + 5), ...records])
}

function ipv6Bytes(address: string): Buffer {
  const [before = '', after = ''] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [groups(before), groups(after)]
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail].entries())
    bytes.writeUInt16BE(group, index * 2)
  return bytes
}
