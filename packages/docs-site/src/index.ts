// Everything that is made from the contracts of the endpoints: the documentation, the API document and the generated files. scripts/pages.mjs and
// scripts/generate.mjs run it; a server only serves what was built.
import { ENDPOINTS } from '@backhaul/server/contracts'
import { writeReference } from './write-reference.ts'

export { generatedFiles, openApiText } from './generated-files.ts'

/** The documentation of this service, for all processes that serve it. */
export const writeOwnReference = (folder: string): void => writeReference(ENDPOINTS, folder)
