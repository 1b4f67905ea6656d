import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { serve } from '../../app/serve.ts'
import { parseJson } from '../../http/json.ts'
import type { Config } from '../../process/config.ts'
import { reasonOf, StartupError } from '../../process/startup-error.ts'
import { refusalText } from '../failure.ts'
import { withTlsRemedy } from '../integrate/tls-remedy.ts'
import type { Credentials } from './client.ts'

/** The sandbox that the demo runs on. */
export interface Sandbox {
  url: string
  credentials: Credentials
  /** Whether the demo started the sandbox. */
  own: boolean
  close(): Promise<void>
}

export interface Wanted {
  url?: string
  credentials?: string
}

export const CREDENTIALS_FILE = 'sandbox-credentials.json'
const READY_LIMIT_MS = 2_000

type CredentialsFile = Credentials & { base_url: string }

export const readCredentials = (file: string): CredentialsFile => {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new StartupError(`cannot read the credentials in ${file}: ${reasonOf(error)}`)
  }
  const parsed = parseJson(bytes)
  if (isRefusal(parsed)) throw new StartupError(`cannot read the credentials in ${file}: ${refusalText(parsed)}`)
  const content = (parsed.value ?? {}) as CredentialsFile
  const { base_url, partner_id, api_key, signing_secret } = content
  for (const [name, value] of Object.entries({ base_url, partner_id, api_key, signing_secret }))
    if (typeof value !== 'string') throw new StartupError(`${file} has no ${name}; give the ${CREDENTIALS_FILE} file of a data directory`)
  return content
}

/** Returns null if the service at `url` is ready, or else the reason why it is not. */
const whyNotReady = async (url: string): Promise<string | null> => {
  try {
    const { ok, status, headers } = await fetch(`${url}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(READY_LIMIT_MS) })
    const target = headers.get('location')
    return ok ? null : target ? `it redirects to ${target} (${status})` : `status ${status}`
  } catch (error) {
    return withTlsRemedy(reasonOf(error instanceof Error && error.cause ? error.cause : error))
  }
}

/**
 * Finds the sandbox that `wanted` names, or else the one that runs on this data directory. Returns null if `wanted` names no sandbox and
 * none is running. Throws StartupError.
 */
export const findSandbox = async (config: Config, wanted: Wanted): Promise<Sandbox | null> => {
  const isNamed = wanted.url !== undefined || wanted.credentials !== undefined
  const file = wanted.credentials ?? join(config.dataDir, CREDENTIALS_FILE)
  let known: CredentialsFile
  try {
    known = readCredentials(file)
  } catch (error) {
    if (isNamed) throw error
    return null
  }
  const url = (wanted.url ?? known.base_url).replace(/\/+$/, '')
  const reason = await whyNotReady(url)
  if (reason === null) return { url, credentials: known, own: false, close: async () => {} }
  if (isNamed)
    throw new StartupError(`no service is ready at ${url} (GET /readyz: ${reason}); start the service, or omit --url and --credentials`)
  return null
}

/**
 * Starts the demo's own sandbox in this process: on a free port, with the embedded database, and with a directory that is removed at the
 * end.
 */
export const startSandbox = async (config: Config): Promise<Sandbox> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-demo-'))
  const remove = (directory: string) => rmSync(directory, { recursive: true, force: true })
  // When the demo runs as root, the database runs under another account. That account must be able to enter the directory.
  chmodSync(dataDir, 0o711)
  try {
    const running = await serve(
      {
        ...config,
        host: '127.0.0.1',
        port: 0,
        publicUrl: null,
        dataDir,
        databaseUrl: null,
        masterKey: null,
        otherMasterKeys: [],
        privateWebhooks: true,
        metricsPort: null,
        logLevel: 'silent',
      },
      'all',
    )
    return {
      url: running.url as string,
      credentials: readCredentials(join(dataDir, CREDENTIALS_FILE)),
      own: true,
      close: async () => {
        await running.close()
        for (const directory of [running.service.embedded?.home ?? dataDir, dataDir]) remove(directory)
      },
    }
  } catch (error) {
    remove(dataDir)
    throw error
  }
}
