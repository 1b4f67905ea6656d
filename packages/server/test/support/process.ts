import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { BINARY } from '../cli/run.ts'
import { until } from './until.ts'

/** A real `backhaul serve` as a separate process. */
export interface ServerProcess {
  url: string
  pid: number
  child: ChildProcess
  /** Returns the process's standard error so far, without the links and the data directory that a sandbox shows on its first start. */
  stderr: () => string
  /** Returns the standard error including these links and the data directory. */
  shown: () => string
  /** Returns the process's standard output so far, which is its log. */
  stdout: () => string
  /** Sends the signal and resolves with the exit code, or null if the signal ended the process. */
  end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<number | null>
}

const READY_LINKS = /^Sign in; .+\n(?: {2}.+\n)*Data: .+\n/m
/** The line that a service in production prints when it is up. */
const IS_UP = /^Backhaul production (?:listening on \S+|worker running)\n/m

/**
 * Starts a server on a free port and resolves when it reports that it listens. Rejects with the output if the server ends before that.
 * `open_files` limits the number of open files. By default, one process does everything, because several processes take longer to start. A
 * stop does not wait for a load balancer by default either.
 */
export const startServer = async (env: Record<string, string>, args: string[] = [], open_files = 0): Promise<ServerProcess> => {
  const command = [process.execPath, BINARY, 'serve', ...args]
  const limited = open_files > 0 ? ['sh', '-c', `ulimit -n ${open_files}; exec "$0" "$@"`, ...command] : command
  const child = spawn(limited[0] as string, limited.slice(1), {
    env: {
      ...process.env,
      DATABASE_URL: '',
      PORT: '0',
      BACKHAUL_LOG_LEVEL: 'error',
      BACKHAUL_PROCESSES: '1',
      BACKHAUL_DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    written.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    written.stderr += chunk
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /listening on (http:\S+)\n/.exec(written.stdout + written.stderr)?.[1]
      if (!found) return
      // The search stops, because otherwise each log line would cause a new search of the whole output.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', look)
      resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`serve ended with ${code} before it listened: ${written.stdout}${written.stderr}`)))
  })
  return {
    url,
    pid: child.pid as number,
    child,
    stderr: () => written.stderr.replace(READY_LINKS, '').replace(IS_UP, ''),
    shown: () => written.stderr,
    stdout: () => written.stdout,
    end: async (signal) => {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

/** Creates a data directory that the account of PostgreSQL can enter, even when the tests run as root. */
export const makeDataDir = (prefix = 'backhaul-process-'): string => {
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** The cluster that `fillDataDir` copies. It is removed at the end of this process. */
let madeCluster: string | null = null

const makeCluster = (): string => {
  const dataDir = makeDataDir(`backhaul-test-${process.pid}-`)
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const env = { ...process.env, DATABASE_URL: '', BACKHAUL_DATA_DIR: dataDir }
  execFileSync(process.execPath, [BINARY, 'migrate'], { env, stdio: 'ignore' })
  return join(homeOf(dataDir), 'postgres')
}

/**
 * Puts a new, migrated embedded database into an empty data directory. Creating a database takes seconds of processor time, which only
 * tests of a first start need.
 */
export const fillDataDir = (dataDir: string): void => {
  if (existsSync(join(homeOf(dataDir), 'postgres'))) return
  madeCluster ??= makeCluster()
  // The option -a keeps the attributes and owners of the files.
  execFileSync('cp', ['-a', madeCluster, join(dataDir, 'postgres')])
}

/** Returns the directory of the embedded database of a data directory. */
export const homeOf = (dataDir: string): string => {
  const pointer = join(dataDir, 'postgres.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir
}

/** Kills the postmaster of a data directory, as a power failure would. Resolves when it is gone. */
export const killPostmaster = async (dataDir: string): Promise<void> => {
  const cluster = join(homeOf(dataDir), 'postgres')
  const running = readPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGKILL')
  await until('the postmaster is gone', () => readPostmaster(cluster)?.pid !== running.pid)
}

/** Removes a data directory and its database, whether or not the database is running. */
export const removeDataDir = async (dataDir: string): Promise<void> => {
  await killPostmaster(dataDir)
  for (const directory of [homeOf(dataDir), dataDir]) rmSync(directory, { recursive: true, force: true })
}
