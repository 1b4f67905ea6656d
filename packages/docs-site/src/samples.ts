// Generates sample programs for an operation in shell, Node and Python. Each program signs and sends a request, and stops with an error if
// the request is refused. It needs no packages besides the language itself. A test runs the programs as shown.
import type { Media, OpenApi, Operation, Parameter } from './openapi-document.ts'

export interface Sample {
  language: 'curl' | 'node' | 'python'
  title: string
  /** Name of the file. */
  file: string
  code: string
}

/** Facts about an operation that the programs need. */
interface Call {
  method: string
  /** Includes the example of each required parameter. */
  target: string
  /** False: the key alone is enough. */
  signed: boolean
  idempotent: boolean
  body: { json: unknown } | { file: string; type: string } | null
  answer: 'json' | 'none' | { file: string }
}

const ENDINGS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
}

/** Returns `label.pdf` for a download from `…/{id}/label`, and `stores.csv` for an upload to `…/stores/import`. */
const fileOf = (path: string, type: string): string => {
  const names = path.split('/').filter((part) => part !== '' && part !== 'import' && !part.startsWith('{'))
  return `${names.at(-1)}.${ENDINGS[type] ?? 'bin'}`
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

const binaryType = (content: Record<string, unknown> = {}): string | undefined =>
  Object.keys(content).find((type) => type !== 'application/json')

const OUR_ID = /^[a-z]{3}_[0-9a-z]{26}$/

/**
 * Shortens an example to a readable body that the service still accepts. Omits optional records, and optional ids, because the things that
 * they name do not exist.
 */
const shortened = (document: OpenApi, { schema, example }: Media): unknown => {
  const required = (schema.$ref === undefined ? schema : document.components.schemas[nameOf(String(schema.$ref))])?.required ?? []
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example ?? {}
  const kept = Object.entries(example).filter(
    ([name, value]) => required.includes(name) || !(typeof value === 'object' || OUR_ID.test(String(value))),
  )
  return kept.length === 0 ? example : Object.fromEntries(kept)
}

const bodyOf = (document: OpenApi, path: string, operation: Operation): Call['body'] => {
  const content = operation.requestBody?.content
  if (!content) return null
  const type = binaryType(content)
  if (type !== undefined) return { file: fileOf(path, type), type }
  return { json: shortened(document, content['application/json'] as Media) }
}

const answerOf = (path: string, operation: Operation): Call['answer'] => {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const content = answer && !('$ref' in answer) ? answer.content : undefined
  const type = binaryType(content)
  if (type !== undefined) return { file: fileOf(path, type) }
  return content ? 'json' : 'none'
}

const callOf = (document: OpenApi, method: string, path: string, operation: Operation): Call => {
  const parameters = operation.parameters.map((one): Parameter => {
    if (!('$ref' in one)) return one
    return document.components.parameters[nameOf(one.$ref)] as Parameter
  })
  const text = ({ example }: Parameter): string => encodeURIComponent(String(example ?? 'example'))
  const filled = parameters.filter((one) => one.in === 'path').reduce((done, one) => done.replace(`{${one.name}}`, text(one)), path)
  const query = parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${text(one)}`)
  return {
    method: method.toUpperCase(),
    target: filled + (query.length > 0 ? `?${query.join('&')}` : ''),
    signed: operation.security.some((scheme) => Object.keys(scheme).some((name) => name.includes('Signature'))),
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body: bodyOf(document, path, operation),
    answer: answerOf(path, operation),
  }
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const lines = (...parts: (string | false)[]): string => `${parts.filter((part) => part !== false).join('\n')}\n`

const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curl = ({ method, target, signed, idempotent, body, answer }: Call): string => {
  const isFile = body !== null && 'file' in body
  const signedBytes = !body
    ? `printf '%s.' "$timestamp"`
    : isFile
      ? `{ printf '%s.' "$timestamp"; cat ${body.file}; }`
      : `printf '%s.%s' "$timestamp" "$body"`
  const options = [
    `-X ${method} "$BACKHAUL_URL${target}"`,
    '-H "X-Api-Key: $BACKHAUL_API_KEY"',
    signed && '-H "X-Service-Timestamp: $timestamp"',
    signed && '-H "X-Service-Signature: $signature"',
    idempotent && '-H "Idempotency-Key: $(openssl rand -hex 16)"',
    body !== null && `-H "Content-Type: ${isFile ? body.type : 'application/json'}"`,
    body !== null && `--data-binary ${isFile ? `@${body.file}` : '"$body"'}`,
    typeof answer === 'object' && `-o ${answer.file}`,
  ].filter((option) => option !== false)
  return lines(
    body !== null && !isFile && `body=${shellText(pretty(body.json))}`,
    signed && 'timestamp=$(date +%s)',
    signed &&
      `signature=$(${signedBytes} |\n  openssl dgst -sha256 -hmac "$BACKHAUL_SIGNING_SECRET" -r | cut -d ' ' -f 1)${body ? '' : '  # no body: the timestamp and the dot'}`,
    `curl -sS --fail-with-body ${options.join(' \\\n  ')}`,
  )
}

const node = ({ method, target, signed, idempotent, body, answer }: Call): string => {
  const isFile = body !== null && 'file' in body
  const fs = [isFile && 'readFile', typeof answer === 'object' && 'writeFile'].filter((name) => name !== false)
  const crypto = [signed && 'createHmac', idempotent && 'randomUUID'].filter((name) => name !== false)
  return lines(
    crypto.length > 0 && `import { ${crypto.join(', ')} } from 'node:crypto'`,
    fs.length > 0 && `import { ${fs.join(', ')} } from 'node:fs/promises'`,
    (crypto.length > 0 || fs.length > 0) && '',
    body !== null && `const body = ${isFile ? `await readFile('${body.file}')` : `JSON.stringify(${pretty(body.json)})`}`,
    signed && 'const timestamp = String(Math.floor(Date.now() / 1000))',
    signed && "const signature = createHmac('sha256', process.env.BACKHAUL_SIGNING_SECRET)",
    signed && `  .update(\`\${timestamp}.\`)${body ? '.update(body)' : ''}.digest('hex')`,
    `const response = await fetch(\`\${process.env.BACKHAUL_URL}${target}\`, {`,
    method !== 'GET' && `  method: '${method}',`,
    '  headers: {',
    "    'X-Api-Key': process.env.BACKHAUL_API_KEY,",
    signed && "    'X-Service-Timestamp': timestamp,",
    signed && "    'X-Service-Signature': signature,",
    idempotent && "    'Idempotency-Key': randomUUID(), // one per order: repeat it when you try again",
    body !== null && `    'Content-Type': '${isFile ? body.type : 'application/json'}',`,
    '  },',
    body !== null && '  body,',
    "  redirect: 'manual',",
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    typeof answer === 'object'
      ? `await writeFile('${answer.file}', Buffer.from(await response.arrayBuffer()))`
      : answer === 'json'
        ? 'console.log(await response.json())'
        : 'console.log(response.status)',
  )
}

/** Formats a JSON value as Python code. */
const pythonValue = (value: unknown, indent = ''): string => {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((one) => inner + pythonValue(one, inner))
    : Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${pythonValue(one, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0 ? open + close : `${open}\n${parts.join(',\n')},\n${indent}${close}`
}

const python = ({ method, target, signed, idempotent, body, answer }: Call): string => {
  const isFile = body !== null && 'file' in body
  const isJson = (body !== null && !isFile) || answer === 'json'
  const modules = [
    signed && 'hashlib',
    signed && 'hmac',
    isJson && 'json',
    'os',
    signed && 'time',
    'urllib.request',
    idempotent && 'uuid',
  ].filter((name) => name !== false)
  const key = 'os.environ["BACKHAUL_SIGNING_SECRET"].encode()'
  return lines(
    ...modules.map((name) => `import ${name}`),
    '',
    'class NoRedirect(urllib.request.HTTPRedirectHandler):',
    '    redirect_request = lambda *_: None  # the key must not go elsewhere',
    '',
    body !== null && `body = ${isFile ? `open("${body.file}", "rb").read()` : `json.dumps(${pythonValue(body.json)}).encode()`}`,
    signed && 'timestamp = str(int(time.time()))',
    signed && `signed = timestamp.encode() + b"."${body ? ' + body' : '  # no body'}`,
    signed && `signature = hmac.new(${key}, signed, hashlib.sha256).hexdigest()`,
    'request = urllib.request.Request(',
    `    os.environ["BACKHAUL_URL"] + "${target}",`,
    `    method="${method}",`,
    '    headers={',
    '        "X-Api-Key": os.environ["BACKHAUL_API_KEY"],',
    signed && '        "X-Service-Timestamp": timestamp,',
    signed && '        "X-Service-Signature": signature,',
    idempotent && '        "Idempotency-Key": str(uuid.uuid4()),  # one per order: repeat it when you try again',
    body !== null && `        "Content-Type": "${isFile ? body.type : 'application/json'}",`,
    '    },',
    body !== null && '    data=body,',
    ')',
    'with urllib.request.build_opener(NoRedirect).open(request) as response:',
    typeof answer === 'object'
      ? `    open("${answer.file}", "wb").write(response.read())`
      : answer === 'json'
        ? '    print(json.load(response))'
        : '    print(response.status)',
  )
}

/** Returns the programs that call an operation of the document. */
export const samplesOf = (document: OpenApi, method: string, path: string, operation: Operation): Sample[] => {
  const call = callOf(document, method, path, operation)
  return [
    { language: 'curl', title: 'curl', file: 'request.sh', code: curl(call) },
    { language: 'node', title: 'Node', file: 'request.mjs', code: node(call) },
    { language: 'python', title: 'Python', file: 'request.py', code: python(call) },
  ]
}
