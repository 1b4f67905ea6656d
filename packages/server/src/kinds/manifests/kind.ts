export { closeManifest } from './close.endpoint.ts'
export { listManifests } from './list.endpoint.ts'
export { readManifest } from './read.endpoint.ts'
