import type * as kind from '../../src/kinds/carrier-invoices/kind.ts'
import { newId } from '../../src/process/ids.ts'
import { type CasesOf, newImport, plain } from '../coverage/case.ts'
import type { World } from '../coverage/world.ts'

/** Inserts an invoice in the state that an import leaves, because no worker runs here. */
const takenInvoice = async (world: World): Promise<{ path: string; line_id: string }> => {
  const [id, line_id] = [newId('carrier_invoice'), newId('carrier_invoice_line')]
  const { db } = world.service.running.service
  await db.query(
    'test_invoice',
    `insert into carrier_invoices (id, carrier, number, currency, import_id, actor, line_count, open_lines, billed_cents, expected_cents,
       agreed_cents, open_cents, disputed_cents, credited_cents, verdicts, created_at, version)
     values ($1, 'northline', $1, 'USD', $1, 'test', 1, 1, 100, 0, 0, 100, 0, 0,
       '{"unknown": {"lines": 1, "open_lines": 1, "billed_cents": 100, "difference_cents": 100}}', now(), 1)`,
    [id],
  )
  await db.query(
    'test_invoice_line',
    `insert into carrier_invoice_lines (id, invoice_id, carrier, line, number, charge, amount_cents, verdict, reason, expected_cents,
       difference_cents, state, created_at, version)
     values ($1, $2, 'northline', 2, $1, 'price', 100, 'unknown', 'unknown_number', 0, 100, 'open', now(), 1)`,
    [line_id, id],
  )
  return { path: `/v2/ops/carrier-invoices/${id}`, line_id }
}

export const CASES: CasesOf<typeof kind> = {
  sendCarrierInvoice: async (world) => {
    const { headers = {} } = await newImport(world)
    return { path: '/v2/ops/carrier-invoices?carrier=northline', body: 'invoice,number,amount_cents,currency\nC-1,N-1,100,USD\n', headers }
  },
  listCarrierInvoices: plain('/v2/ops/carrier-invoices'),
  readCarrierInvoice: async (world) => ({ path: (await takenInvoice(world)).path }),
  listCarrierInvoiceLines: async (world) => ({ path: `${(await takenInvoice(world)).path}/lines` }),
  readCarrierInvoiceLine: async (world) => {
    const { path, line_id } = await takenInvoice(world)
    return { path: `${path}/lines/${line_id}` }
  },
  decideCarrierInvoice: async (world) => {
    const { path, line_id } = await takenInvoice(world)
    return { path: `${path}/decisions`, body: { decision: 'dispute', line_ids: [line_id], note: 'Not ours' } }
  },
  recheckCarrierInvoice: async (world) => ({ path: `${(await takenInvoice(world)).path}/recheck`, body: { verdict: 'unknown' } }),
  removeCarrierInvoice: async (world) => ({ path: (await takenInvoice(world)).path }),
}
