import { CHARGES, INVOICE_DECISIONS, INVOICE_LINE_STATES, UNOWED, VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { LINE_CODES } from '@backhaul/core/tariff.ts'
import { Type } from 'typebox'
import { Amount, IdText, Nullable, requires, rule, Text, Time } from '../../http/schemas.ts'
import { MOST_LINES, MOST_SHOWN } from './model.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const VerdictTotal = Type.Object(
  {
    lines: Count('How many lines'),
    open_lines: Count('Those that nobody has decided'),
    billed_cents: Amount('What they charge'),
    difference_cents: Amount('By how much that is more than is owed for them'),
  },
  { title: 'CarrierInvoiceVerdictTotal', description: 'What an invoice has of one verdict.' },
)

const invoice = {
  id: Type.String(),
  object: Type.Enum(['carrier_invoice']),
  carrier: Type.String({ description: 'Code of the carrier' }),
  number: Type.String({ description: "The carrier's number for it" }),
  currency: Type.String(),
  issued_on: Nullable(Type.String({ format: 'date', description: 'Its date, as the file says' })),
  import_id: Type.String({ description: 'The import that it came with' }),
  actor: Type.String({ description: 'Who sent it' }),
  lines: Count('How many lines it has'),
  open_lines: Count('Those that nobody has decided'),
  billed_cents: Amount('What it charges: what is agreed, open, disputed and credited, together'),
  expected_cents: Amount('What is owed for its lines'),
  agreed_cents: Amount('What is to be paid of the lines that are decided'),
  open_cents: Amount('What the lines charge that nobody has decided'),
  disputed_cents: Amount('What is not paid while it is disputed'),
  credited_cents: Amount('What is not paid because the carrier gave in'),
  verdicts: Type.Object(Object.fromEntries(VERDICTS.map((verdict) => [verdict, VerdictTotal])), {
    title: 'CarrierInvoiceVerdicts',
    description: 'Its lines by what came of comparing them',
  }),
  created_at: Time('When it was taken'),
}

export const CarrierInvoice = Type.Object(invoice, {
  title: 'CarrierInvoice',
  description: 'What a carrier charges, compared with what is owed to it. Amounts are signed cents.',
})

export const DecidedCarrierInvoice = Type.Object(
  { ...invoice, decided_lines: Count('Lines that this request has decided') },
  { title: 'DecidedCarrierInvoice', description: 'The invoice after a decision.' },
)

export const RecheckedCarrierInvoice = Type.Object(
  {
    ...invoice,
    rechecked_lines: Count('Lines that were compared again'),
    changed_lines: Count('Those of which something is different now'),
    next_after: Nullable(Type.String({ description: '`after` of the next request; null: that was all' })),
  },
  { title: 'RecheckedCarrierInvoice', description: 'The invoice after lines were compared again.' },
)

const Evidence = Type.Object(
  {
    status: Type.Enum([...STATUSES], { description: 'Of the shipment' }),
    carrier: Nullable(Type.String({ description: 'The carrier that has the parcel' })),
    currency: Type.String(),
    price_cents: Amount('What the shipment costs'),
    price_lines: Nullable(
      Type.Array(
        Type.Object(
          {
            code: Type.Enum([...LINE_CODES]),
            cents: Amount('Its part of the price'),
            detail: Type.String({ description: 'By what it came about' }),
          },
          { title: 'CarrierInvoicePriceLine', description: 'A part of a price.' },
        ),
        {
          description:
            "What the price consists of, by the carrier's tariff or card of that day; null if that gives another price, so that only the whole is known",
        },
      ),
    ),
    correction_cents: Amount('Sum of its adjustments, without those whose dispute was upheld'),
    adjustments: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          delta_cents: Amount('By how much it changed the price'),
          currency: Type.String(),
          reason: Type.String({ description: 'Why' }),
          original_weight: Nullable(Type.Number({ description: 'Pounds' })),
          new_weight: Nullable(Type.Number({ description: 'Pounds' })),
          dispute_status: Nullable(Type.String({ description: "State of its partner's dispute" })),
        },
        { title: 'CarrierInvoiceAdjustment', description: 'What a price was corrected by.' },
      ),
      { description: `The newest ${MOST_SHOWN}` },
    ),
    earlier: Type.Array(
      Type.Object(
        {
          invoice_id: Type.String({ description: 'The invoice' }),
          line_id: Type.String({ description: 'Its line' }),
          charge: Type.Enum([...CHARGES], { description: 'What it charged for' }),
          amount_cents: Amount('What it charged'),
          stands_cents: Amount('What of it is paid, or will be as far as is known'),
        },
        { title: 'CarrierInvoiceEarlier', description: 'What was charged for a parcel before.' },
      ),
      { description: `What the carrier charged for the parcel before: the newest ${MOST_SHOWN}` },
    ),
  },
  { title: 'CarrierInvoiceEvidence', description: 'What a line was judged by, as it was then. It names no person.' },
)

export const CarrierInvoiceLine = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['carrier_invoice_line']),
    invoice_id: Type.String({ description: 'Its invoice' }),
    line: Type.Integer({ description: 'The line of the file' }),
    number: Type.String({ description: "The carrier's number for the parcel" }),
    reference: Nullable(Type.String({ description: 'The number of ours that the carrier named with it' })),
    charge: Type.Enum([...CHARGES], {
      description: 'What it charges for: the whole `price`, one of its lines, or a `correction` after the fact',
    }),
    description: Nullable(Type.String({ description: "The carrier's words" })),
    weight: Nullable(Type.Number({ description: 'Pounds that were billed' })),
    amount_cents: Amount('What it charges'),
    shipment_id: Nullable(Type.String({ description: 'The parcel; null if the number leads to none' })),
    verdict: Type.Enum([...VERDICTS], {
      description:
        '`matched`: what is owed. `over`, `under`: more or less than that. `doubled`: it was charged before. `unknown`: the number leads to no parcel',
    }),
    reason: Nullable(
      Type.Enum([...UNOWED], {
        description:
          'Why nothing is owed: `unknown_number`, `several_shipments` (the number leads to more than one), `other_carrier` (the parcel is not with this one), `other_currency` (its price is in another), `not_sent` (it was cancelled, or expired)',
      }),
    ),
    doubled_of: Nullable(Type.String({ description: 'The line that charged the same before' })),
    expected_cents: Amount('What is owed for it'),
    difference_cents: Amount('By how much it charges more'),
    state: Type.Enum([...INVOICE_LINE_STATES], {
      description:
        '`open`: nobody has decided. `approved`: it is paid as charged. `disputed`: what is owed is paid, the difference is not. `credited`: the carrier gave in. `rejected`: it did not, and all is paid',
    }),
    agreed_cents: Nullable(Amount('What is paid of it; null while it is open')),
    note: Nullable(Type.String({ description: 'What was noted with the decision' })),
    decided_at: Nullable(Time('When it was decided')),
    decided_by: Nullable(Type.String({ description: 'Who decided' })),
    evidence: Nullable(Evidence),
  },
  { title: 'CarrierInvoiceLine', description: 'A line of an invoice, compared with what is owed for its parcel.' },
)

const chosen = {
  line_ids: Type.Optional(
    Type.Array(IdText('A line of the invoice'), { minItems: 1, maxItems: MOST_LINES, uniqueItems: true, description: 'These lines' }),
  ),
  verdict: Type.Optional(
    Type.Enum([...VERDICTS], { description: `The first ${MOST_LINES} lines with this verdict that it can be done to; repeat it for more` }),
  ),
}
const published = rule({ oneOf: [requires('line_ids'), requires('verdict')] })

export const CarrierInvoiceDecision = Type.Object(
  {
    decision: Type.Enum([...INVOICE_DECISIONS], {
      description:
        '`approve`, `dispute`: of open lines. `credited`, `rejected`: how the carrier settled disputed ones. `reopen`: as if nobody had decided',
    }),
    ...chosen,
    note: Type.Optional(Text(500, 'Why, or what the carrier said')),
  },
  {
    additionalProperties: false,
    title: 'CarrierInvoiceDecision',
    published,
    examples: [{ decision: 'dispute', verdict: 'over', note: 'See our card of November' }],
  },
)

export const CarrierInvoiceRecheck = Type.Object(
  { ...chosen, after: Type.Optional(IdText('With `verdict`: `next_after` of the answer before')) },
  { additionalProperties: false, title: 'CarrierInvoiceRecheck', published, examples: [{ verdict: 'unknown' }] },
)
