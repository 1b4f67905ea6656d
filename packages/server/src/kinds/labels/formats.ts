import type { LabelFormat, LabelRow } from '@backhaul/core/shipment.ts'
import type { Config } from '../../process/config.ts'
import type { Label } from './layout.ts'

export const LABEL_CONTENT_TYPES: Record<LabelFormat, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  zpl: 'application/zpl',
}

/** A stored label, drawn only from its own row, so that it always looks the same. A sandbox label is marked as such. */
export const labelOf = (
  { id, version, facts, created_at }: Pick<LabelRow, 'id' | 'version' | 'facts' | 'created_at'>,
  environment: Config['environment'],
): Label => ({
  ...facts,
  is_sandbox: environment === 'sandbox',
  label_id: id,
  label_version: version,
  created_at: new Date(created_at),
})
