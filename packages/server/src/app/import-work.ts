import { invoiceWork } from '../kinds/carrier-invoices/take.ts'
import { reportWork } from '../kinds/carriers/work.ts'
import type { OtherWork } from '../kinds/imports/importer.ts'
import type { Service } from '../service/service.ts'

/** Work of the importer for the kinds whose code is in a layer above it. */
export const importWork = (service: Service): OtherWork => ({ report: reportWork(service), invoice: invoiceWork(service) })
