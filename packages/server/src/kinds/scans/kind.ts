export { scanBulk } from './bulk.endpoint.ts'
export { listShipmentScans } from './list.endpoint.ts'
export * from './scan.endpoint.ts'
