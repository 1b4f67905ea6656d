export { createReturnLink } from './create.endpoint.ts'
export { listReturnLinks } from './list.endpoint.ts'
export { readReturnLink } from './read.endpoint.ts'
export { withdrawReturnLink } from './withdraw.endpoint.ts'
