export { type EmbeddedConfig, EmbeddedPostgres, type EmbeddedRole, type OpenEmbedded, openEmbedded } from './embedded-postgres.ts'
export { EmbeddedPostgresError } from './error.ts'
