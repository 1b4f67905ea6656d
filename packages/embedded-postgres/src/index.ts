export { type Backup, backUp, checkBackup, forgetRestored, type OnProgress, readBackup, restoreBackup, restoredFrom } from './backup.ts'
export { type EmbeddedConfig, EmbeddedPostgres, type EmbeddedRole, type OpenEmbedded, openEmbedded } from './embedded-postgres.ts'
export { EmbeddedPostgresError } from './error.ts'
export { hasDatabase } from './place.ts'
