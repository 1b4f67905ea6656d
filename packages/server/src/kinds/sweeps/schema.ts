import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { Type } from 'typebox'
import { LocalDate, Nullable, Time } from '../../http/schemas.ts'
import { StoreBlockOut } from '../network/location-schema.ts'

export const SweepOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['sweep']),
    store_id: Type.String({ description: 'Store of the visit' }),
    store: StoreBlockOut,
    sweep_date: LocalDate('Store-local day of the visit'),
    dp: Type.String({ description: 'Code of the visiting carrier' }),
    status: Type.Enum([...SWEEP_STATUSES], { description: '`closed` once its last live pickup is canceled' }),
    created_at: Time('Time when the sweep was ordered'),
    closed_at: Nullable(Time('Time when the sweep was closed')),
  },
  { title: 'Sweep' },
)
