export { createDocument } from './create.endpoint.ts'
export { readProofOfDelivery } from './pod.endpoint.ts'
export { readDocument } from './read.endpoint.ts'
export { readStorage } from './read-storage.endpoint.ts'
