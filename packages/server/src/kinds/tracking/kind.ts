export { listShipmentEvents } from './list-shipment-events.endpoint.ts'
export { readTracking } from './read.endpoint.ts'
