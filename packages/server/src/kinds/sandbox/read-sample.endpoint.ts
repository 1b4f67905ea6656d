import { Type } from 'typebox'
import { answer, endpoint } from '../../http/endpoint.ts'
import { readSample as read, SampleOut } from './sample.ts'

export const readSample = endpoint(
  {
    method: 'GET',
    path: '/v2/test/sample',
    scope: 'ops',
    tag: 'Sandbox',
    summary: 'Read the sample parcels',
    description: 'Returns whether the sandbox can be filled with sample parcels, and the progress so far.',
    query: Type.Object({}, { additionalProperties: false }),
    answers: { 200: { description: 'The sample', schema: SampleOut } },
  },
  async ({ service }) => answer(200, await read(service)),
)
