export { printLabels } from './print.endpoint.ts'
export { readLabel } from './read.endpoint.ts'
