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
    summary: 'List carrier invoices',
    description:
      'Lists what carriers charge, newest first unless `order` is `oldest`. Each invoice has its sums and shows how much of it is decided.',
    filters: {
      carrier: Text(40, 'Only invoices of this carrier'),
      number: Text(64, 'Only invoices with this number'),
      state: Type.Enum([...INVOICE_STATES], {
        description: '`undecided`: a line is undecided; `open`: a line is undecided or disputed; `settled`: neither',
      }),
      import_id: IdText('Only invoices of this import'),
      order: Order,
    },
    page: 'A page of invoices',
    item: CarrierInvoice,
    csv: 'carrier-invoices',
  },
  ({ service }, part, filters) => listInvoices(service.db, part, filters),
  invoiceResource,
)
