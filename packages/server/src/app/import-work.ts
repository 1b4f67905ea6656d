import { invoiceWork } from '../kinds/carrier-invoices/take.ts'
import { reportWork } from '../kinds/carriers/work.ts'
import type { OtherWork } from '../kinds/imports/importer.ts'
import type { Service } from '../service/service.ts'

/** What the importer does about the kinds that stand above it. */
export const importWork = (service: Service): OtherWork => ({ report: reportWork(service), invoice: invoiceWork(service) })
