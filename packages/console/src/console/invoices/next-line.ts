import type { CarrierInvoiceLine } from '@backhaul/client'
import { request } from '../../shared/api.ts'

const MOST = 100

/**
 * Returns the undecided line after `current`, in the order of the file. If `current` is the last one, returns the first other undecided
 * line, or null if there is none.
 */
export const nextLineOf = (
  waiting: readonly Pick<CarrierInvoiceLine, 'id' | 'line'>[],
  current: Pick<CarrierInvoiceLine, 'id' | 'line'>,
): string | null => {
  const others = waiting.filter(({ id }) => id !== current.id)
  return (others.find(({ line }) => line > current.line) ?? others[0])?.id ?? null
}

/** If `verdict` is given, only lines with this verdict count. */
export const findNextLine = async (current: CarrierInvoiceLine, verdict: string | undefined): Promise<string | null> => {
  const query = { state: 'open', verdict, limit: MOST }
  const path = `/v2/ops/carrier-invoices/${current.invoice_id}/lines` as const
  const { data } = await request('GET', path, { query })
  return nextLineOf(data, current)
}
