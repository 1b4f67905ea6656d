export { listAudit } from './list.endpoint.ts'
