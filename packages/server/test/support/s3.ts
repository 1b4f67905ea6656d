// A server with the parts of S3's REST interface that the service uses, with one bucket in memory. It is written from the published rules
// of Signature Version 4, without the service's signing library, and accepts only requests signed by these rules. It can be told to
// misbehave.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const ACCESS_KEY = 'AKTEST0000000000'
export const SECRET_KEY = 'a secret/of+the=test'.replaceAll(' ', '-')
const BUCKET = 'parcels'
const REGION = 'test-1'
/** A request is refused if it was signed more than this long before or after its arrival. */
const MAX_SKEW_MS = 900_000

/**
 * `hang`: there is no answer. `drip`: one byte is sent each second. `reset`: the connection ends in the middle of the answer. `lost`: the
 * request is carried out, and the connection ends before the answer. `mute`: the request is carried out, and there is no answer. `wrong`: a
 * read returns one wrong byte. A number: the answer has that status.
 */
export type Fault = 'hang' | 'drip' | 'reset' | 'lost' | 'mute' | 'wrong' | number

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** Returns the S3 error code with which a request is refused, or null. */
const faultOf = (request: IncomingMessage, url: URL, body: Buffer): string | null => {
  const { headers, method = '' } = request
  const found = AUTHORIZATION.exec(headers.authorization ?? '')
  if (!found) return 'AccessDenied'
  const [, key, day = '', region = '', names = '', signature] = found
  const date = String(headers['x-amz-date'])
  const signed = names.split(';')
  const hash = String(headers['x-amz-content-sha256'])
  if (key !== ACCESS_KEY) return 'InvalidAccessKeyId'
  if (region !== REGION || !date.startsWith(day)) return 'AuthorizationHeaderMalformed'
  const made_ms = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - made_ms) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed'
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied'
  const query = [...url.searchParams].map((pair) => pair.map(encoded).join('=')).sort()
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)))
  const canonical = [
    ...[method, path.join('/'), query.join('&')],
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    ...['', names, hash],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signer = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET_KEY}`)
  if (hmac(signer, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex') !== signature)
    return 'SignatureDoesNotMatch'
  return sha256(body) === hash ? null : 'XAmzContentSHA256Mismatch'
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export interface S3Server {
  /** Settings of a service that uses this server. */
  env: Record<string, string>
  url: string
  /** The objects in the bucket, by name. */
  objects: Map<string, Buffer>
  /** The requests, such as `PUT documents/…`, in the order of arrival, including refused ones. */
  requests: string[]
  /** The fault of all requests from now on, or null. */
  fault: Fault | null
  close(): Promise<void>
}

export const startS3 = async (prefix = ''): Promise<S3Server> => {
  const objects = new Map<string, Buffer>()
  const fail = (response: ServerResponse, status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>as asked</Message></Error>`)
  const send = (response: ServerResponse, status: number, bytes: Buffer) => {
    const { fault } = s3
    const sent = Buffer.from(bytes)
    if (fault === 'wrong' && sent.length > 0) sent[sent.length >> 1] = (sent[sent.length >> 1] as number) ^ 1
    if (fault === 'lost') return response.destroy()
    if (fault === 'mute') return response
    response.writeHead(status, { 'content-length': sent.length || (fault === 'reset' ? 1 : 0) })
    if (fault === 'reset') return response.write(sent.subarray(0, sent.length >> 1), () => response.destroy())
    if (fault !== 'drip') return response.end(sent)
    let at = 0
    const timer = setInterval(() => (at < sent.length ? response.write(sent.subarray(at, ++at)) : response.end()), 1_000)
    return response.on('close', () => clearInterval(timer))
  }
  const answer = (request: IncomingMessage, response: ServerResponse, name: string, body: Buffer) => {
    if (request.method === 'PUT') {
      objects.set(name, body)
      return send(response, 200, Buffer.alloc(0))
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return send(response, 204, Buffer.alloc(0))
    }
    const found = objects.get(name)
    return found ? send(response, 200, found) : fail(response, 404, 'NoSuchKey')
  }
  const server = createServer(async (request, response) => {
    const url = new URL(`http://${request.headers.host}${request.url}`)
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    s3.requests.push(`${request.method} ${rest.join('/')}`)
    const { fault } = s3
    if (fault === 'hang') return
    const body = await read(request).catch(() => null)
    if (!body) return
    if (typeof fault === 'number') return fail(response, fault, fault === 403 ? 'AccessDenied' : 'InternalError')
    const wrong = faultOf(request, url, body)
    if (wrong) return fail(response, 403, wrong)
    if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket')
    return answer(request, response, rest.join('/'), body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: S3Server = {
    url,
    env: {
      BACKHAUL_OBJECTS: `s3://${BUCKET}${prefix && `/${prefix}`}`,
      BACKHAUL_DOCUMENTS: 'objects',
      BACKHAUL_S3_ENDPOINT: url,
      BACKHAUL_S3_REGION: REGION,
      BACKHAUL_S3_ACCESS_KEY: ACCESS_KEY,
      BACKHAUL_S3_SECRET_KEY: SECRET_KEY,
    },
    objects,
    requests: [],
    fault: null,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return s3
}
