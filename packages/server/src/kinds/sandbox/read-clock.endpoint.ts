import { Type } from 'typebox'
import { answer, endpoint } from '../../http/endpoint.ts'
import { ClockOut, clockResource } from './clock.ts'

export const readTestClock = endpoint(
  {
    method: 'GET',
    path: '/v2/test/clock',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Sandbox',
    summary: 'Read the virtual clock',
    description: 'Returns your virtual time in the sandbox: real time plus the time by which you have advanced it.',
    query: Type.Object({}, { additionalProperties: false }),
    answers: { 200: { description: 'The clock', schema: ClockOut } },
  },
  async ({ service, caller }) => answer(200, clockResource(service, caller.partner.clock_offset_s)),
)
