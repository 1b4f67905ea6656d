import { invoiceWork } from '../kinds/carrier-invoices/import-work.ts'
import { reportWork } from '../kinds/carriers/work.ts'
import type { OtherWork } from '../kinds/imports/importer.ts'
import type { Service } from '../service/service.ts'

/** Returns the work for those kinds of imports whose code is in a higher layer than the importer. */
export const importWork = (service: Service): OtherWork => ({ report: reportWork(service), invoice: invoiceWork(service) })
