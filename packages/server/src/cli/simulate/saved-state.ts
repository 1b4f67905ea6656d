import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { SavedSimulation } from '@backhaul/simulator/model.ts'
import { reasonOf } from '../../process/startup-error.ts'
import { CommandError } from '../failure.ts'

const FORMAT = 1

/** Reads the simulation that a file holds; null when there is no file. */
export const readSimulation = (file: string): SavedSimulation | null => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandError(`cannot read the simulation in ${file}: ${reasonOf(error)}`)
  }
  try {
    const { format, ...kept } = JSON.parse(text)
    if (format === FORMAT && Array.isArray(kept.merchants)) return { reporting: false, reports: [], ...kept }
  } catch {
    // The throw below reports invalid JSON.
  }
  throw new CommandError(`${file} contains no simulation of this version; give --new to start another simulation`)
}

/** Replaces the whole file. Only its owner may read it, because it contains keys. */
export const writeSimulation = (file: string, kept: SavedSimulation): void => {
  const next = `${file}.${process.pid}`
  try {
    writeFileSync(next, `${JSON.stringify({ format: FORMAT, ...kept }, null, 1)}\n`, { mode: 0o600 })
    chmodSync(next, 0o600)
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw new CommandError(`cannot store the simulation in ${file}: ${reasonOf(error)}`)
  }
}
