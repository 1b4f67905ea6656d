import { clientSource, clientTypes } from '../apidoc/client-source.ts'
import { renderErrors } from '../apidoc/errors-page.ts'
import { readEventExamples, recordedByTitle } from '../apidoc/event-examples.ts'
import { renderEvents } from '../apidoc/events-page.ts'
import { buildOpenApi } from '../apidoc/openapi.ts'
import { renderStates } from '../apidoc/states.ts'
import { ENDPOINTS } from './routes.ts'

/** Every file that is made from the code: its path from the root of the project, and its text. The same code gives the same text. */
export const generatedFiles = (): Map<string, string> => {
  const recorded = readEventExamples()
  const document = buildOpenApi(ENDPOINTS, recordedByTitle(recorded))
  // What the client is made from is what everybody reads: the document as JSON, not the objects behind it.
  const text = `${JSON.stringify(document, null, 2)}\n`
  const published = JSON.parse(text)
  return new Map([
    ['docs/openapi.json', text],
    ['docs/errors.md', renderErrors(Object.values(ENDPOINTS))],
    ['docs/events.md', renderEvents(recorded)],
    ['docs/states.md', renderStates()],
    ['packages/client/src/generated/types.ts', clientTypes(published)],
    ['packages/client/src/generated/client.ts', clientSource(published)],
  ])
}
