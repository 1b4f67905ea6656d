// The service under siege: its processes, the resources that it holds, and its partners.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { Client, type Credentials } from '../lib/client.ts'
import { familyOf, type Process, processTable, readText } from '../lib/processes.ts'
import { type Json, makeRunDirectory, removeRunDirectory } from '../lib/run.ts'
import { Served, settings, told } from '../lib/service.ts'

const METRICS_TOKEN = 'siege'

const isNode = (process?: Process) => /^(node|MainThread)/.test(process?.command ?? '')

/** Opens a sign-in provider that accepts connections and never answers. Returns its port. */
const openHangingProvider = async (): Promise<number> => {
  const provider = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  provider.unref()
  return (provider.address() as AddressInfo).port
}

export class SiegedService {
  /** Highest memory use seen by `sample`, in bytes. */
  peak_bytes = 0
  /** Memory of each process when `peak_bytes` was measured. */
  peak_parts: Record<string, number> = {}
  readonly served: Served
  readonly #dir: string
  /** This operator's key creates all other keys. */
  #operator: Client | null = null

  private constructor(dir: string, provider_port: number) {
    this.#dir = dir
    const signIn = { BACKHAUL_OIDC_ISSUER: `http://localhost:${provider_port}`, BACKHAUL_OIDC_ACCESS: 'groups: admins=operator' }
    const client = { BACKHAUL_OIDC_CLIENT_ID: 'siege', BACKHAUL_OIDC_CLIENT_SECRET: 'siege' }
    this.served = new Served('the service', settings(dir, { BACKHAUL_METRICS_TOKEN: METRICS_TOKEN, ...signIn, ...client }), 'all')
  }

  static async open(): Promise<SiegedService> {
    const service = new SiegedService(makeRunDirectory('siege'), await openHangingProvider())
    await service.served.start({ detached: true })
    return service
  }

  /**
   * Process ids of the service, to notice replaced processes. The process that builds pages at the first start is left out, because it ends
   * by itself.
   */
  get processes(): number[] {
    const table = processTable()
    const isOf = (pid: number) => isNode(table.get(pid)) && !readText(`/proc/${pid}/cmdline`).includes('pages.mjs')
    return familyOf(this.served.pid, table).filter(isOf)
  }

  /** Measures the proportional set size of its `processes` in bytes, without the database. */
  sample(): number {
    let bytes = 0
    const parts: Record<string, number> = {}
    for (const pid of this.processes) {
      const own = 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
      const name = this.#nameOf(pid)
      parts[name] = (parts[name] ?? 0) + own
      bytes += own
    }
    if (bytes > this.peak_bytes) Object.assign(this, { peak_bytes: bytes, peak_parts: parts })
    return bytes
  }

  /** Seconds of processor time that each process has used so far, by name. The database counts as one process. */
  get used_s(): Record<string, number> {
    const table = processTable()
    const used: Record<string, number> = {}
    const database = readText(join(this.#location, 'postgres', 'postmaster.pid')).split('\n')[0]
    const add = (name: string, pid: number) => {
      used[name] = (used[name] ?? 0) + (table.get(pid)?.used_s ?? 0)
    }
    for (const pid of familyOf(this.served.pid, table)) if (isNode(table.get(pid))) add(this.#nameOf(pid), pid)
    // The time of database sessions that have already ended is not counted.
    for (const pid of familyOf(Number(database), table)) add('database', pid)
    return used
  }

  /** Returns a name such as `api 1`, the last argument of app/process.ts. */
  #nameOf(pid: number): string {
    if (pid === this.served.pid) return 'supervisor'
    return readText(`/proc/${pid}/cmdline`).split('\0').at(-2) || 'other'
  }

  /** Folder of the database files. */
  get #location(): string {
    return readText(join(this.#dir, 'postgres.location')).trim() || this.#dir
  }

  /** Returns the credentials of a new partner's key, and of `more` further keys. */
  async partner(name: string, { more = 0, rate_limit }: { more?: number; rate_limit?: number } = {}): Promise<Credentials[]> {
    const first = await this.#asOperator('/v2/ops/partners', { name, role: 'all', ...(rate_limit && { rate_limit }) })
    const keys = [first]
    for (let i = 0; i < more; i++) {
      keys.push(await this.#asOperator('/v2/ops/keys', { kind: 'partner', partner_id: first.partner_id, role: 'all' }))
    }
    return keys
  }

  /** Returns the credentials of a new operator's key. */
  operator(name: string): Promise<Credentials> {
    return this.#asOperator('/v2/ops/keys', { kind: 'operator', name })
  }

  async #asOperator(path: string, body: Json): Promise<Json> {
    this.#operator ??= new Client(this.served.port, await told(this.served.env, 'key', 'create', '--operator'))
    return this.#operator.json('POST', path, body)
  }

  /** Returns the samples of one metric, by their labels as text. */
  async metric(name: string): Promise<Map<string, number>> {
    const answer = await fetch(`${this.served.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    if (!answer.ok) return new Map()
    const samples = new Map<string, number>()
    for (const line of (await answer.text()).split('\n')) {
      const match = /^(\w+)(\{.*\})? (\S+)$/.exec(line)
      if (match?.[1] === name) samples.set(match[2] ?? '', Number(match[3]))
    }
    return samples
  }

  async close(): Promise<void> {
    this.#operator?.close()
    await this.served.end()
    removeRunDirectory(this.#dir, this.#dir)
  }
}
