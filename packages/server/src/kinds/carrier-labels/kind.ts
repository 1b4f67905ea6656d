export { orderCarrierLabel } from './order.endpoint.ts'
export { readCarrierLabel } from './read.endpoint.ts'
