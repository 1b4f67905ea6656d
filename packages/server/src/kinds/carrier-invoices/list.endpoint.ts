import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf, Order, Paging, Text } from '../../http/schemas.ts'
import { INVOICE_STATES } from './model.ts'
import { listInvoices } from './queries.ts'
import { invoiceResource } from './resource.ts'
import { CarrierInvoice } from './schema.ts'

const CSV = { csv: new Csv(CarrierInvoice), name: 'carrier-invoices' }

export const listCarrierInvoices = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carrier-invoices',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List invoices of carriers',
    description: 'What carriers charge, newest first, or from the other end by `order`; each with its sums and how much of it is decided.',
    query: Type.Object(
      {
        ...Paging,
        carrier: Type.Optional(Text(40, 'Only of this carrier')),
        number: Type.Optional(Text(64, 'Only with this number')),
        state: Type.Optional(
          Type.Enum([...INVOICE_STATES], {
            description: '`undecided`: of some line nobody has decided; `open`: that, or one is disputed; `settled`: neither',
          }),
        ),
        import_id: Type.Optional(IdText('Only those of this import')),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of invoices', schema: ListOf(CarrierInvoice) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    listOf(
      context,
      CSV,
      query,
      (part, { order, ...filters }) => listInvoices(context.service.db, { ...part, order }, filters),
      invoiceResource,
    ),
)
