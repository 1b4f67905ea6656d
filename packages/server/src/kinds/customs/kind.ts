export { readCustoms } from './read.endpoint.ts'
export { readCn23 } from './read-cn23.endpoint.ts'
export { readCommercialInvoice } from './read-commercial-invoice.endpoint.ts'
export { setCustoms } from './set.endpoint.ts'
