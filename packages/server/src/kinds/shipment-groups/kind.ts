export { cancelShipmentGroup } from './cancel.endpoint.ts'
export { createShipmentGroup } from './create.endpoint.ts'
export { listShipmentGroups } from './list.endpoint.ts'
export { readShipmentGroup } from './read.endpoint.ts'
