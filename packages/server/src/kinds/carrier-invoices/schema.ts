import { CHARGES, INVOICE_DECISIONS, INVOICE_LINE_STATES, UNOWED, VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { LINE_CODES } from '@backhaul/core/tariff.ts'
import { Type } from 'typebox'
import { Amount, IdText, Nullable, requires, rule, Text, Time } from '../../http/schemas.ts'
import { MAX_LINES, MAX_SHOWN } from './model.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const VerdictTotal = Type.Object(
  {
    lines: Count('Number of lines'),
    open_lines: Count('Number of undecided lines'),
    billed_cents: Amount('Amount that the lines charge'),
    difference_cents: Amount('Charged amount minus owed amount'),
  },
  { title: 'CarrierInvoiceVerdictTotal', description: 'Totals of the lines with one verdict.' },
)

const invoice = {
  id: Type.String(),
  object: Type.Enum(['carrier_invoice']),
  carrier: Type.String({ description: 'Code of the carrier' }),
  number: Type.String({ description: "The carrier's number for the invoice" }),
  currency: Type.String(),
  issued_on: Nullable(Type.String({ format: 'date', description: 'Date of the invoice, from the file' })),
  import_id: Type.String({ description: 'The import that contained the invoice' }),
  actor: Type.String({ description: 'Actor that sent the invoice' }),
  lines: Count('Number of lines'),
  open_lines: Count('Number of undecided lines'),
  billed_cents: Amount('Charged amount: agreed, open, disputed and credited amounts together'),
  expected_cents: Amount('Amount owed for the lines'),
  agreed_cents: Amount('Amount to pay for decided lines'),
  open_cents: Amount('Amount that undecided lines charge'),
  disputed_cents: Amount('Amount withheld while it is disputed'),
  credited_cents: Amount('Amount not paid because the carrier accepted the dispute'),
  verdicts: Type.Object(Object.fromEntries(VERDICTS.map((verdict) => [verdict, VerdictTotal])), {
    title: 'CarrierInvoiceVerdicts',
    description: 'Lines by verdict',
  }),
  created_at: Time('Time of the import'),
}

export const CarrierInvoice = Type.Object(invoice, {
  title: 'CarrierInvoice',
  description: 'An invoice of a carrier, compared with the amounts owed. Amounts are signed cents.',
})

export const DecidedCarrierInvoice = Type.Object(
  { ...invoice, decided_lines: Count('Number of lines that this request decided') },
  { title: 'DecidedCarrierInvoice', description: 'The invoice after a decision.' },
)

export const RecheckedCarrierInvoice = Type.Object(
  {
    ...invoice,
    rechecked_lines: Count('Number of lines that were compared again'),
    changed_lines: Count('Number of lines that changed'),
    next_after: Nullable(Type.String({ description: 'Pass this as `after` in the next request; null if no lines are left' })),
  },
  { title: 'RecheckedCarrierInvoice', description: 'The invoice after lines were compared again.' },
)

const Evidence = Type.Object(
  {
    status: Type.Enum([...STATUSES], { description: 'Status of the shipment' }),
    carrier: Nullable(Type.String({ description: 'The carrier that has the parcel' })),
    currency: Type.String(),
    price_cents: Amount('Price of the shipment'),
    price_lines: Nullable(
      Type.Array(
        Type.Object(
          {
            code: Type.Enum([...LINE_CODES]),
            cents: Amount('Amount of this part'),
            detail: Type.String({ description: 'How the amount was calculated' }),
          },
          { title: 'CarrierInvoicePriceLine', description: 'A part of a price.' },
        ),
        {
          description:
            "Parts of the price, by the carrier's tariff on the day when the shipment was created, or else by its rate card; null if they add up to a different price, because only the total is known then",
        },
      ),
    ),
    correction_cents: Amount('Sum of the adjustments, except adjustments whose dispute was upheld'),
    adjustments: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          delta_cents: Amount('Change of the price'),
          currency: Type.String(),
          reason: Type.String({ description: 'Reason for the adjustment' }),
          original_weight: Nullable(Type.Number({ description: 'Pounds' })),
          new_weight: Nullable(Type.Number({ description: 'Pounds' })),
          dispute_status: Nullable(Type.String({ description: 'State of the dispute by the partner' })),
        },
        { title: 'CarrierInvoiceAdjustment', description: 'A correction of the price.' },
      ),
      { description: `The newest ${MAX_SHOWN} adjustments` },
    ),
    earlier: Type.Array(
      Type.Object(
        {
          invoice_id: Type.String({ description: 'Invoice with the earlier charge' }),
          line_id: Type.String({ description: 'Line with the earlier charge' }),
          charge: Type.Enum([...CHARGES], { description: 'Charge of the earlier line' }),
          amount_cents: Amount('Charged amount'),
          stands_cents: Amount('Amount that is paid, or will be paid as far as is known'),
        },
        { title: 'CarrierInvoiceEarlier', description: 'An earlier charge for the parcel.' },
      ),
      { description: `Earlier charges of the carrier for the parcel: the newest ${MAX_SHOWN}` },
    ),
  },
  {
    title: 'CarrierInvoiceEvidence',
    description: 'The facts behind the verdict on a line, at the time of the verdict. They name no person.',
  },
)

export const CarrierInvoiceLine = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['carrier_invoice_line']),
    invoice_id: Type.String({ description: 'Invoice of the line' }),
    line: Type.Integer({ description: 'The line of the file' }),
    number: Type.String({ description: "The carrier's number for the parcel" }),
    reference: Nullable(Type.String({ description: 'Our number for the parcel, from the file of the carrier' })),
    charge: Type.Enum([...CHARGES], {
      description: 'Type of charge: the whole `price`, one of its lines, or a later `correction`',
    }),
    description: Nullable(Type.String({ description: "The carrier's description of the charge" })),
    weight: Nullable(Type.Number({ description: 'Billed weight in pounds' })),
    amount_cents: Amount('Charged amount'),
    shipment_id: Nullable(Type.String({ description: 'Id of the shipment; null if the number matches none' })),
    verdict: Type.Enum([...VERDICTS], {
      description:
        '`matched`: the amount owed. `over`, `under`: more or less than the amount owed. `doubled`: charged before. `unknown`: the number matches no parcel',
    }),
    reason: Nullable(
      Type.Enum([...UNOWED], {
        description:
          'Why nothing is owed: `unknown_number`, `several_shipments` (the number matches more than one), `other_carrier` (the parcel is not with this carrier), `other_currency` (the price is in another currency), `not_sent` (the shipment was canceled, or expired)',
      }),
    ),
    doubled_of: Nullable(Type.String({ description: 'The earlier line with the same charge' })),
    expected_cents: Amount('Amount owed'),
    difference_cents: Amount('Charged amount minus owed amount'),
    state: Type.Enum([...INVOICE_LINE_STATES], {
      description:
        '`open`: undecided. `approved`: paid as charged. `disputed`: the owed amount is paid, the difference is not. `credited`: the carrier accepted the dispute. `rejected`: the carrier refused the dispute, and the whole charge is paid',
    }),
    agreed_cents: Nullable(Amount('Amount paid for the line; null while it is open')),
    note: Nullable(Type.String({ description: 'Note of the decision' })),
    decided_at: Nullable(Time('Time of the decision')),
    decided_by: Nullable(Type.String({ description: 'Actor that decided' })),
    evidence: Nullable(Evidence),
  },
  { title: 'CarrierInvoiceLine', description: 'A line of a carrier invoice, compared with the amount owed for its parcel.' },
)

const chosen = {
  line_ids: Type.Optional(
    Type.Array(IdText('A line of the invoice'), { minItems: 1, maxItems: MAX_LINES, uniqueItems: true, description: 'Lines to process' }),
  ),
  verdict: Type.Optional(
    Type.Enum([...VERDICTS], {
      description: `The first ${MAX_LINES} lines with this verdict that the request can apply to; repeat the request for more`,
    }),
  ),
}
const published = rule({ oneOf: [requires('line_ids'), requires('verdict')] })

export const CarrierInvoiceDecision = Type.Object(
  {
    decision: Type.Enum([...INVOICE_DECISIONS], {
      description:
        '`approve`, `dispute`: decide open lines. `credited`, `rejected`: record how the carrier settled disputed lines. `reopen`: make lines undecided again',
    }),
    ...chosen,
    note: Type.Optional(Text(500, "Reason for the decision, or the carrier's answer")),
  },
  {
    additionalProperties: false,
    title: 'CarrierInvoiceDecision',
    published,
    examples: [{ decision: 'dispute', verdict: 'over', note: 'See our rate card of November' }],
  },
)

export const CarrierInvoiceRecheck = Type.Object(
  { ...chosen, after: Type.Optional(IdText('Only with `verdict`: `next_after` of the previous answer')) },
  { additionalProperties: false, title: 'CarrierInvoiceRecheck', published, examples: [{ verdict: 'unknown' }] },
)
