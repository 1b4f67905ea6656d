export { quoteShipment } from './quote.endpoint.ts'
