export { updateBrand } from './change.endpoint.ts'
export { readBrand } from './read.endpoint.ts'
