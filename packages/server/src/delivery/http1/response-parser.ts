/**
 * Parses one response from the bytes of its connection as they arrive (RFC 9112, responses to POST only).
 *
 * Promise: anything but HTTP/1.0 or 1.1 with unambiguous framing is a fault, never a guess. Bytes after the response are not read. At most
 * 16 KiB of headers and 512 KiB in total are read. Bodies are not interpreted.
 * Not promised: the values of headers that the sender does not use.
 */
import { MAX_BODY_KEPT_BYTES } from './result.ts'

/** Limit on all bytes of a response on the wire. It is enough for headers and for 64 KiB of body in chunks of one byte. */
const MAX_BYTES = 512 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const MAX_INFORMATIONAL_ANSWERS = 16
/** Limit on a line with the size of a chunk and its extensions, or on a trailer. */
const MAX_LINE_BYTES = 4096

/** The response is not HTTP/1.1. The partner sees the message. */
export class ResponseFault extends Error {}

/** The kind of the next bytes. `length` and `chunk`: a known number of body bytes. `close`: the body, until the connection ends. */
type Next = 'head' | 'length' | 'close' | 'chunk_size' | 'chunk' | 'chunk_end' | 'trailers' | 'nothing'

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const EMPTY = Buffer.alloc(0)
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/
const CHUNK_SIZE = /^([\da-f]{1,8})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i

export class ResponseParser {
  /** Null until the headers of the final response have arrived. */
  status: number | null = null
  /** The Retry-After header as received. */
  retry_after: string | undefined
  /** The target of a redirect, as received. */
  location: string | undefined
  /** Seconds for which the receiver says that it keeps an idle connection. */
  keep_alive_s: number | null = null
  /** Whether the connection may be used for another request once the response is complete. */
  persistent = false
  body_bytes = 0
  #next: Next = 'head'
  /** Bytes of an incomplete head, line or trailer. */
  #unread: Buffer = EMPTY
  /** Remaining bytes of the body or chunk. */
  #left = 0
  #bytes = 0
  #informational = 0
  #kept: Buffer = EMPTY
  #kept_bytes = 0

  /** First 16 KiB of the body. */
  get kept(): Buffer {
    return this.#kept.subarray(0, this.#kept_bytes)
  }

  get complete(): boolean {
    return this.#next === 'nothing'
  }

  /** Reads bytes. The caller may overwrite them afterward. Throws ResponseFault. */
  read(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#bytes > MAX_BYTES) fault('the answer has too many bytes outside its body')
    let rest = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.#unread = EMPTY
    while (rest.length > 0 && this.#next !== 'nothing') {
      const taken = this.#step(rest)
      if (taken === 0) {
        // A copy, because the buffer belongs to the connection.
        this.#unread = Buffer.from(rest)
        return
      }
      rest = rest.subarray(taken)
    }
    // Bytes after the response belong to no request, so the connection is not used again.
    if (rest.length > 0) this.persistent = false
  }

  /** The receiver closed the connection, which may be the end of the body. */
  close(): void {
    this.persistent = false
    if (this.#next === 'close') this.#next = 'nothing'
  }

  /** Reads one part. Returns its length in bytes, or 0 if it is incomplete. */
  #step(bytes: Buffer): number {
    switch (this.#next) {
      case 'head':
        return this.#head(bytes)
      case 'chunk_size':
        return this.#chunkSize(bytes)
      case 'chunk_end':
        return this.#chunkEnd(bytes)
      case 'trailers':
        return this.#trailers(bytes)
      default:
        return this.#body(bytes)
    }
  }

  #head(bytes: Buffer): number {
    const end = bytes.indexOf(HEAD_END)
    if (end > MAX_HEADER_BYTES || (end < 0 && bytes.length > MAX_HEADER_BYTES)) fault('the headers are too long')
    if (end < 0) {
      // If the bytes cannot become an HTTP/1 status line, the attempt fails now instead of at the deadline.
      if (!'HTTP/1.'.startsWith(bytes.toString('latin1', 0, 7))) fault('the answer is not HTTP/1.1')
      return 0
    }
    this.#headers(bytes.toString('latin1', 0, end).split('\r\n'))
    return end + HEAD_END.length
  }

  #headers(lines: string[]): void {
    const [, minor, status] = STATUS_LINE.exec(lines[0] as string) ?? fault('the answer has no HTTP/1.1 status line')
    let length: number | null = null
    let encoding: string | null = null
    let connection = ''
    this.retry_after = undefined
    this.location = undefined
    for (let i = 1; i < lines.length; i++) {
      const [, name, padded] = HEADER.exec(lines[i] as string) ?? fault('a header of the answer is malformed')
      const value = trimmed(padded as string)
      switch ((name as string).toLowerCase()) {
        case 'content-length':
          if (length !== null || !/^\d{1,15}$/.test(value)) fault('the length of the answer is ambiguous')
          length = Number(value)
          break
        case 'transfer-encoding':
          encoding = encoding && value ? `${encoding},${value.toLowerCase()}` : encoding || value.toLowerCase()
          break
        case 'connection':
          connection += `,${value.toLowerCase()}`
          break
        case 'keep-alive': {
          const timeout = /\btimeout=(\d{1,6})\b/i.exec(value)
          if (timeout) this.keep_alive_s = Number(timeout[1])
          break
        }
        case 'retry-after':
          this.retry_after ??= value
          break
        case 'location':
          this.location ??= value
      }
    }
    this.#frame(Number(status), length, encoding, minor === '1' && !connection.split(',').some((option) => trimmed(option) === 'close'))
  }

  #frame(status: number, length: number | null, encoding: string | null, persistent: boolean): void {
    if (status === 101) fault('the answer switches protocols')
    if (status < 200) {
      if (++this.#informational > MAX_INFORMATIONAL_ANSWERS) fault('the answer has too many informational (1xx) responses')
      return
    }
    if (length !== null && encoding !== null) fault('the length of the answer is ambiguous')
    this.status = status
    if (status === 204 || status === 304) this.#next = 'nothing'
    else if (encoding !== null) this.#next = lastOf(encoding) === 'chunked' ? 'chunk_size' : 'close'
    else if (length === null) this.#next = 'close'
    else this.#next = length === 0 ? 'nothing' : 'length'
    this.#left = length ?? 0
    this.persistent = persistent && this.#next !== 'close'
  }

  #body(bytes: Buffer): number {
    const part = this.#next === 'close' ? bytes : bytes.subarray(0, this.#left)
    this.#keep(part)
    this.body_bytes += part.length
    if (this.#next === 'close') return part.length
    this.#left -= part.length
    if (this.#left === 0) this.#next = this.#next === 'chunk' ? 'chunk_end' : 'nothing'
    return part.length
  }

  #chunkSize(bytes: Buffer): number {
    const end = bytes.indexOf(LINE_END)
    if (end > MAX_LINE_BYTES || (end < 0 && bytes.length > MAX_LINE_BYTES)) fault('the line with the size of a chunk is too long')
    if (end < 0) return 0
    const [, size] = CHUNK_SIZE.exec(bytes.toString('latin1', 0, end)) ?? fault('a chunk of the answer is malformed')
    this.#left = Number.parseInt(size as string, 16)
    this.#next = this.#left === 0 ? 'trailers' : 'chunk'
    return end + LINE_END.length
  }

  #chunkEnd(bytes: Buffer): number {
    if (bytes.length < LINE_END.length) return 0
    if (bytes[0] !== LINE_END[0] || bytes[1] !== LINE_END[1]) fault('a chunk of the answer is malformed')
    this.#next = 'chunk_size'
    return LINE_END.length
  }

  /** Skips trailers line by line. An empty line ends them. */
  #trailers(bytes: Buffer): number {
    const end = bytes.indexOf(LINE_END)
    if (end > MAX_LINE_BYTES || (end < 0 && bytes.length > MAX_LINE_BYTES)) fault('a trailer of the answer is too long')
    if (end < 0) return 0
    if (end === 0) this.#next = 'nothing'
    else if (!HEADER.test(bytes.toString('latin1', 0, end))) fault('a trailer of the answer is malformed')
    return end + LINE_END.length
  }

  /** Collects the body in one buffer, because a receiver may send every byte separately. */
  #keep(part: Buffer): void {
    const wanted = Math.min(part.length, MAX_BODY_KEPT_BYTES - this.#kept_bytes)
    if (wanted === 0) return
    const needed = this.#kept_bytes + wanted
    if (needed > this.#kept.length) {
      const room = Buffer.allocUnsafe(this.#kept.length === 0 ? wanted : MAX_BODY_KEPT_BYTES)
      this.#kept.copy(room)
      this.#kept = room
    }
    part.copy(this.#kept, this.#kept_bytes, 0, wanted)
    this.#kept_bytes = needed
  }
}

const isPadding = (code: number): boolean => code === 0x20 || code === 0x09

/** Removes spaces and tabs at both ends. `trim` would remove more, and a regular expression would take quadratic time. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isPadding(text.charCodeAt(start))) start++
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** Returns the last transfer coding, which determines the framing of the body. */
const lastOf = (list: string): string => {
  const codings = list.split(',').map(trimmed)
  return codings.includes('') ? fault('the length of the answer is ambiguous') : (codings.at(-1) as string)
}

const fault = (message: string): never => {
  throw new ResponseFault(message)
}
