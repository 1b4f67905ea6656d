/**
 * One answer of a receiver, read from the bytes of its connection as they come (RFC 9112, responses to POST only).
 *
 * Promise: bytes that are not HTTP/1.0 or 1.1 with one clear framing are a fault, never a guess; what follows the answer is not read; at
 * most 16 KiB of headers and 512 KiB over all are looked at. Nothing of a body is interpreted.
 * Not promised: the values of headers that the sender has no use for.
 */

export const MAX_BODY_KEPT_BYTES = 16 * 1024

/** Of all that comes over the wire: 64 KiB in chunks of one byte, with headers to spare. */
const MAX_BYTES = 512 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const MAX_INFORMATIONAL_ANSWERS = 16
/** The size of a chunk and its extensions. */
const MAX_LINE_BYTES = 4096

/** The answer is not HTTP/1.1; the message is for the partner. */
export class AnswerFault extends Error {}

/** What the next bytes are. `length`, `chunk`: so many more of the body; `close`: the body, until the connection ends. */
type Next = 'head' | 'length' | 'close' | 'chunk_size' | 'chunk' | 'chunk_end' | 'trailers' | 'nothing'

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const EMPTY = Buffer.alloc(0)
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/
const CHUNK_SIZE = /^([\da-f]{1,8})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i

export class Answer {
  /** Null until the headers of the final answer are there. */
  status: number | null = null
  /** The header as it came. */
  retry_after: string | undefined
  /** Seconds for which the receiver says that it keeps an idle connection. */
  keep_alive_s: number | null = null
  /** The connection may serve another request once the answer is complete. */
  persistent = false
  body_bytes = 0
  #next: Next = 'head'
  /** Bytes of the head, of a line or of trailers whose end has not come. */
  #unread: Buffer = EMPTY
  /** Of the body or chunk. */
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

  /** Reads bytes, which may be overwritten afterward; throws AnswerFault. */
  read(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#bytes > MAX_BYTES) fault('the answer is mostly framing')
    let rest = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.#unread = EMPTY
    while (rest.length > 0 && this.#next !== 'nothing') {
      const taken = this.#step(rest)
      if (taken === 0) {
        // A copy: the bytes are the connection's.
        this.#unread = Buffer.from(rest)
        return
      }
      rest = rest.subarray(taken)
    }
    // Bytes that nobody asked for: what else they would answer is unknown.
    if (rest.length > 0) this.persistent = false
  }

  /** The receiver closed the connection: that may be the end of the body. */
  close(): void {
    this.persistent = false
    if (this.#next === 'close') this.#next = 'nothing'
  }

  /** Reads one part; returns how many bytes that were, 0 when its end has not come. */
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
      // Told at once, not at the deadline.
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
    for (let i = 1; i < lines.length; i++) {
      const [, name, padded] = HEADER.exec(lines[i] as string) ?? fault('a header of the answer is malformed')
      const value = trimmed(padded as string)
      switch ((name as string).toLowerCase()) {
        case 'content-length':
          if (length !== null || !/^\d{1,15}$/.test(value)) fault('the length of the answer is not clear')
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
      }
    }
    this.#frame(Number(status), length, encoding, minor === '1' && !connection.split(',').some((option) => trimmed(option) === 'close'))
  }

  #frame(status: number, length: number | null, encoding: string | null, persistent: boolean): void {
    if (status === 101) fault('the answer switches protocols')
    if (status < 200) {
      if (++this.#informational > MAX_INFORMATIONAL_ANSWERS) fault('too many informational answers')
      return
    }
    if (length !== null && encoding !== null) fault('the length of the answer is not clear')
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
    if (end > MAX_LINE_BYTES || (end < 0 && bytes.length > MAX_LINE_BYTES)) fault('the answer is mostly framing')
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

  /** Passed over line by line; an empty one ends them. */
  #trailers(bytes: Buffer): number {
    const end = bytes.indexOf(LINE_END)
    if (end > MAX_LINE_BYTES || (end < 0 && bytes.length > MAX_LINE_BYTES)) fault('the answer is mostly framing')
    if (end < 0) return 0
    if (end === 0) this.#next = 'nothing'
    else if (!HEADER.test(bytes.toString('latin1', 0, end))) fault('a trailer of the answer is malformed')
    return end + LINE_END.length
  }

  /** Gathered in one place, as a receiver may send each byte by itself. */
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

/** Without spaces and tabs around it. Not `trim`, which takes more away, nor an expression, whose time grows with their square. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isPadding(text.charCodeAt(start))) start++
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** The transfer coding that frames the body. */
const lastOf = (list: string): string => {
  const codings = list.split(',').map(trimmed)
  return codings.includes('') ? fault('the length of the answer is not clear') : (codings.at(-1) as string)
}

const fault = (message: string): never => {
  throw new AnswerFault(message)
}
