import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText, Order, Text } from '../../http/schemas.ts'
import { INVOICE_STATES } from './model.ts'
import { listInvoices } from './queries.ts'
import { invoiceResource } from './resource.ts'
import { CarrierInvoice } from './schema.ts'

export const listCarrierInvoices = pagedList(
  {
    ...OPS,
    path: '/v2/ops/carrier-invoices',
    summary: 'List invoices of carriers',
    description: 'What carriers charge, newest first, or from the other end by `order`; each with its sums and how much of it is decided.',
    filters: {
      carrier: Text(40, 'Only of this carrier'),
      number: Text(64, 'Only with this number'),
      state: Type.Enum([...INVOICE_STATES], {
        description: '`undecided`: of some line nobody has decided; `open`: that, or one is disputed; `settled`: neither',
      }),
      import_id: IdText('Only those of this import'),
      order: Order,
    },
    page: 'A page of invoices',
    item: CarrierInvoice,
    csv: 'carrier-invoices',
  },
  ({ service }, part, filters) => listInvoices(service.db, part, filters),
  invoiceResource,
)
