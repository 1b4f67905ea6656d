export { findParcel } from './find.endpoint.ts'
export { listParcelsAtStore } from './list.endpoint.ts'
