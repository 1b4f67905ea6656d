import { readConfig } from '../../src/process/config.ts'

/** Default retention of rows. */
export const KEPT = readConfig({}).retentionDays
