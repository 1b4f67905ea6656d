import type { LabelRow } from '../domain/shipment.ts'
import type { LabelFacts } from './facts.ts'

/** What a stored label is drawn from: its own facts only, so that it comes out the same for ever. */
export const labelFacts = ({ id, version, facts, created_at }: LabelRow): LabelFacts => ({
  ...facts,
  label_id: id,
  label_version: version,
  created_at: new Date(created_at),
})
