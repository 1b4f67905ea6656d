import { readConfig } from '../../src/process/config.ts'

/** For how long rows are kept where nothing is set. */
export const KEPT = readConfig({}).keptDays
