export { createDiscrepancy } from './create.endpoint.ts'
export { listShipmentDiscrepancies } from './list.endpoint.ts'
export { listDiscrepancies } from './list-all.endpoint.ts'
export { readDiscrepancy } from './read.endpoint.ts'
