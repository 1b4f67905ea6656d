export { searchEverything } from './search.endpoint.ts'
