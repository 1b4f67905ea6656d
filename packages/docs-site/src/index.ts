// Everything that is generated from the endpoints' contracts: the documentation, the API document and the generated files.
// scripts/pages.mjs and scripts/generate.mjs run it. A server only serves the results.
import { ENDPOINTS } from '@backhaul/server/contracts'
import { writeReference } from './write-reference.ts'

export { generatedFiles, openApiText } from './generated-files.ts'

/** Writes the documentation of this service, for all processes that serve it. */
export const writeOwnReference = (folder: string): void => writeReference(ENDPOINTS, folder)
