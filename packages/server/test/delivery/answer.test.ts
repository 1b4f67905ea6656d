// Compares the response parser with Node's own HTTP parser, on typical responses of receivers and on broken ones.
import { request } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ResponseFault, ResponseParser } from '../../src/delivery/http1/response-parser.ts'

const RUNS = 300
/** An empty list element (RFC 9110, 5.6.1). The parser of Node 22 and later refuses it, so the result is not compared with Node's. */
const EMPTY_CODING = 'transfer-encoding:\r\n'
const IS_STRICT = Number(process.versions.node.split('.')[0]) >= 22

type Read = { status: number; body: string } | null

/**
 * Returns the parser's result for these bytes, in pieces cut at `cuts`. Null: the parser found a fault, or the response is incomplete when
 * the connection ends.
 */
const readBy = (text: string, cuts: number[] = []): Read => {
  const bytes = Buffer.from(text, 'latin1')
  const answer = new ResponseParser()
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  try {
    let at = 0
    for (const end of ends) {
      if (end > at && !answer.complete) answer.read(Buffer.from(bytes.subarray(at, end)))
      at = end
    }
  } catch (error) {
    if (error instanceof ResponseFault) return null
    throw error
  }
  answer.close()
  return answer.complete ? { status: answer.status as number, body: answer.kept.toString('latin1') } : null
}

/** Returns the result of Node's client for the same bytes. */
const readByNode = (text: string): Promise<Read> =>
  new Promise((resolve) => {
    const connection = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
    const made = request({ method: 'POST', createConnection: () => connection as never }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve(null))
      response.on('close', () => {
        connection.destroy()
        resolve(response.complete ? { status: response.statusCode as number, body: Buffer.concat(chunks).toString('latin1') } : null)
      })
    })
    made.on('error', () => resolve(null))
    made.on('upgrade', () => resolve(null))
    made.end('{}')
    connection.push(Buffer.from(text, 'latin1'))
    connection.push(null)
  })

const chunked = (parts: string[]): string => `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`

const body = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', ':', '\xe9'), maxLength: 40 })
const header = fc
  .tuple(fc.constantFrom('Server', 'retry-after', 'X-Trace_1', 'Date'), fc.constantFrom('', 'a', ' b c ', '120', '"q", r'))
  .map(([name, value]) => `${name}:${value}\r\n`)
const interim = fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
const status = fc.constantFrom('200 OK', '201 ', '404 Not Found', '503 \xe9', '302 Found')

/** Valid HTTP responses with each kind of framing. */
const proper = fc
  .tuple(
    interim,
    status,
    fc.array(header, { maxLength: 4 }),
    fc.array(body, { maxLength: 4 }),
    fc.constantFrom('length', 'chunked', 'codings', 'close'),
  )
  .map(([before, line, headers, parts, framing]) => {
    const head = `${before}HTTP/1.1 ${line}\r\n${headers.join('')}`
    const whole = parts.join('')
    if (framing === 'length') return `${head}Content-Length: ${whole.length}\r\n\r\n${whole}`
    if (framing === 'codings')
      return `${head}Transfer-Encoding: gzip, chunked\r\n${EMPTY_CODING}\r\n${chunked(parts.filter((part) => part !== ''))}`
    if (framing === 'chunked') return `${head}transfer-encoding: chunked\r\n\r\n${chunked(parts.filter((part) => part !== ''))}`
    return `${head}\r\n${whole}`
  })

/** The same with a few characters changed, removed or doubled. */
const broken = fc
  .tuple(
    proper,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '\r', '\n', '\r\n', ' ', ':', '0', 'f', ';', ',', '\0', '\xa0', 'close'), fc.nat(2)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [at, insert, dropped]) => {
      const place = at % (now.length + 1)
      return now.slice(0, place) + insert + now.slice(place + dropped)
    }, text),
  )

describe("compared with Node's parser", () => {
  test('valid responses are parsed alike', async () => {
    await fc.assert(
      fc.asyncProperty(proper, async (text) => {
        const read = readBy(text)
        expect(read).not.toBeNull()
        expect(read).toEqual(await readByNode(IS_STRICT ? text.replace(EMPTY_CODING, '') : text))
      }),
      { numRuns: RUNS },
    )
  })

  test('a broken response is refused or parsed alike, never differently', async () => {
    let refused = 0
    let compared = 0
    await fc.assert(
      fc.asyncProperty(broken, async (text) => {
        const read = readBy(text)
        const others = await readByNode(text)
        if (read === null) refused++
        // This parser ignores bytes after a complete response. Node's parser may refuse such a response.
        if (read === null || others === null) return
        compared++
        expect(read).toEqual(others)
      }),
      { numRuns: RUNS * 3 },
    )
    expect(compared).toBeGreaterThan(RUNS / 10)
    expect(refused).toBeGreaterThan(RUNS / 10)
  })
})

test('the split of the bytes into pieces makes no difference', () => {
  fc.assert(
    fc.property(fc.oneof(proper, broken), fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
      expect(readBy(text, cuts)).toEqual(readBy(text))
    }),
    { numRuns: RUNS * 3 },
  )
})

describe('reuse of the connection', () => {
  const persistent = (text: string): boolean => {
    const answer = new ResponseParser()
    answer.read(Buffer.from(text, 'latin1'))
    expect(answer.complete).toBe(true)
    return answer.persistent
  }

  test.each([
    ['a length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', true],
    ['chunks', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunked(['ok'])}`, true],
    ['trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-sum: 1\r\n\r\n', true],
    ['nothing to follow', 'HTTP/1.1 204 No Content\r\n\r\n', true],
    ['connection: close', 'HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 0\r\n\r\n', false],
    ['close among others', 'HTTP/1.1 200 OK\r\nconnection: x-a, close\r\ncontent-length: 0\r\n\r\n', false],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', false],
    ['bytes beyond the answer', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nx', false],
  ])('after %s', (_name, text, expected) => {
    expect(persistent(text)).toBe(expected)
  })
})

test.each([
  ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a length twice', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok'],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: +2\r\n\r\nok'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\ncontent-length: 0\r\n\r\n'],
  ['a folded header', 'HTTP/1.1 200 OK\r\nx-a: b\r\n c\r\ncontent-length: 0\r\n\r\n'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\ncontent-length : 0\r\n\r\n'],
  ['a bare line feed', 'HTTP/1.1 200 OK\ncontent-length: 0\r\n\r\n'],
  ['a chunk whose size is not hexadecimal', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
  ['a chunk longer than it says', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n'],
  ['a no-break space next to a length', 'HTTP/1.1 200 OK\r\ncontent-length:\xa02\r\n\r\nok'],
  ['an empty list of codings', 'HTTP/1.1 200 OK\r\ntransfer-encoding: ,\r\n\r\n0\r\n\r\n'],
  ['a trailer longer than a line may be', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\na:${' '.repeat(5000)}\r\n\r\n`],
  ['another version', 'HTTP/2 200\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
])('%s is refused', (_name, text) => {
  expect(() => new ResponseParser().read(Buffer.from(text, 'latin1'))).toThrow(ResponseFault)
})

test('a line of spaces is refused as fast as any other', () => {
  // A regular expression that backtracks over the spaces would take minutes, and this test would time out.
  const spaces = ' '.repeat(16_000)
  for (let n = 0; n < 2000; n++) {
    expect(() => new ResponseParser().read(Buffer.from(`HTTP/1.1 200 OK\r\na:${spaces}\x01\r\n\r\n`, 'latin1'))).toThrow(ResponseFault)
  }
})
