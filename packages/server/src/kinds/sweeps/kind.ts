export { listSweeps } from './list.endpoint.ts'
export { readSweep } from './read.endpoint.ts'
