export { listEvents, listOperatorEvents } from './list.endpoint.ts'
export { readEvent } from './read.endpoint.ts'
export { readOperatorEvent } from './read-any.endpoint.ts'
