import { invalidField } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { ClockOut, clockResource } from './clock.ts'
import { readPartnerForChange } from './queries.ts'

const YEAR_S = 365 * 24 * 3600
const MAX_STEP_S = 10 * YEAR_S
/** With this limit, years have at most four digits. */
const MAX_OFFSET_S = 1_000 * YEAR_S

export const advanceTestClock = endpoint(
  {
    method: 'POST',
    path: '/v2/test/clock/advance',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Sandbox',
    summary: 'Advance the virtual clock',
    description:
      'Moves your clock forward for expiry, holding periods, pickup windows and webhook retries. Request signatures and secret rotations still use real time. The clock cannot be turned back.',
    body: Type.Object(
      { seconds: Type.Integer({ minimum: 1, maximum: MAX_STEP_S, description: 'Number of seconds; at most ten years per request' }) },
      { additionalProperties: false, title: 'TestClockAdvance' },
    ),
    answers: { 200: { description: 'The clock', schema: ClockOut } },
  },
  async ({ service, caller }, { body: { seconds }, execute }) => {
    const { id } = caller.partner
    // Each request writes the partner's row. The requests run one after another, so that each succeeds at its first attempt.
    const advance = async () => {
      const partner = await readPartnerForChange(service.db, id)
      const clock_offset_s = partner.clock_offset_s + seconds
      if (clock_offset_s > MAX_OFFSET_S)
        return invalidField(
          '/seconds',
          'maximum',
          'would move the clock of this partner too far ahead; send fewer seconds or use another partner',
        )
      const body = clockResource(service, clock_offset_s)
      const update = ['partners', { ...partner, clock_offset_s, version: partner.version + 1 }] as const
      return { status: 200, body, plan: { updates: [update] } }
    }
    const outcome = await runExclusive(`clock/${id}`, () => execute(advance))
    await service.keyCache.forget(id)
    // Webhook retries may be due now.
    service.notifier.notify()
    return outcome
  },
)
