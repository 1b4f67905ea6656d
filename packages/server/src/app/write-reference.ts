import { writeReference } from '../apidoc/write-reference.ts'
import { ENDPOINTS } from './routes.ts'

/** The documentation of this service, for all processes that serve it. */
export const writeOwnReference = (folder: string): void => writeReference(ENDPOINTS, folder)
