export { listImports } from './list.endpoint.ts'
export { readImport } from './read.endpoint.ts'
export { startImport } from './start.endpoint.ts'
