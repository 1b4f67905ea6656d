import { commitStatements, ENDPOINTS } from '@backhaul/server/contracts'
import { clientMethods, clientSource, clientTypes } from './client-source.ts'
import { renderErrors } from './errors-page.ts'
import { readEventExamples, recordedByTitle } from './event-examples.ts'
import { renderEvents } from './events-page.ts'
import { buildOpenApi } from './openapi.ts'
import { renderStates } from './states.ts'

/** Returns the API document as a file. The service serves the same JSON, and a release includes it next to its packages. */
export const openApiText = (): string => `${JSON.stringify(buildOpenApi(ENDPOINTS, recordedByTitle(readEventExamples())), null, 2)}\n`

/** Returns every file in git that is generated from the code, by its path in the project. The same code gives the same text. */
export const generatedFiles = (text = openApiText()): Map<string, string> => {
  // The client is generated from the public document as JSON, not from the objects behind it.
  const published = JSON.parse(text)
  return new Map([
    ['docs/errors.md', renderErrors(Object.values(ENDPOINTS))],
    ['docs/events.md', renderEvents(readEventExamples())],
    ['docs/states.md', renderStates()],
    ['docs/commit-statements.sql', commitStatements()],
    ['packages/client/src/generated/types.ts', clientTypes(published)],
    ['packages/client/src/generated/client.ts', clientSource(published)],
    ['packages/client/METHODS.md', clientMethods(published)],
  ])
}
