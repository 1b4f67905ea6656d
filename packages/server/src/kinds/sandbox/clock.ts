import { Type } from 'typebox'
import { Time } from '../../http/schemas.ts'
import { iso } from '../../process/clock.ts'
import type { Service } from '../../service/service.ts'

export const ClockOut = Type.Object(
  {
    object: Type.Enum(['test_clock']),
    now: Time('The virtual time'),
    offset_seconds: Type.Integer({ description: 'Number of seconds by which the virtual time is ahead of real time' }),
  },
  { title: 'TestClock' },
)

/** The virtual clock of a partner, which is `offset_s` seconds ahead (docs/guide/sandbox.md#time). */
export const clockResource = (service: Service, offset_s: number) => ({
  object: 'test_clock',
  now: iso(service.clock.now() + offset_s * 1000),
  offset_seconds: offset_s,
})
