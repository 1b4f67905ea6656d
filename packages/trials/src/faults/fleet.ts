// The installation under test: two APIs, one with several processes and one with a single process, and two workers over one PostgreSQL. All
// are started as an operator would start them. Each can be killed, frozen, and given a wrong clock.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseOfRun, Fleet, type Plan, UNLIMITED } from '../lib/service.ts'
import { PRELOAD } from './aging.ts'

const OWN: Record<string, Record<string, string>> = {
  'API 1': { BACKHAUL_PROCESSES: '2' },
  'API 2': { BACKHAUL_PROCESSES: '1' },
  'worker 1': { BACKHAUL_FAULTS_ADDRESS: '127.0.0.11' },
  'worker 2': { BACKHAUL_FAULTS_ADDRESS: '127.0.0.12' },
}

const clockOf = (dir: string, name: string) => join(dir, `${name.replace(' ', '-')}.clock`)
const archiveOf = (dir: string) => join(dir, 'objects')

/** Sets the error of a member's wall clock. */
export const setClock = ({ dir }: { dir: string }, { name }: { name: string }, seconds: number): void =>
  writeFileSync(clockOf(dir, name), String(seconds))

/** Makes the archive folder disappear, like a network folder whose connection is lost. */
export const loseArchive = async ({ dir }: { dir: string }, lasts_ms: number): Promise<void> => {
  const path = archiveOf(dir)
  renameSync(path, `${path}-lost`)
  await sleep(lasts_ms)
  renameSync(`${path}-lost`, path)
}

/** `openDatabase` gets the run's directory and the ports of the APIs. */
export const openFleet = <D extends DatabaseOfRun>(openDatabase: Plan<D>['openDatabase']): Promise<Fleet<D>> =>
  Fleet.open({
    name: 'faults',
    openDatabase,
    envOf: (name, dir) => {
      mkdirSync(archiveOf(dir), { recursive: true })
      setClock({ dir }, { name }, 0)
      const archive = { BACKHAUL_OBJECTS: archiveOf(dir), BACKHAUL_ARCHIVE_EVENTS_DAYS: '150' }
      return { ...archive, ...OWN[name], NODE_OPTIONS: `--import=${PRELOAD}`, BACKHAUL_FAULTS_CLOCK: clockOf(dir, name) }
    },
  })

/** Creates the keys of a partner's shop and of the people who handle its parcels. */
export const keysOf = async (fleet: Fleet<DatabaseOfRun>, name: string) => {
  const partner = await fleet.partner(name, '--role', 'all')
  const handler = await fleet.told('key', 'create', '--partner', partner.partner_id, '--role', 'network', '--rate-limit', UNLIMITED)
  return { partner, handler }
}
