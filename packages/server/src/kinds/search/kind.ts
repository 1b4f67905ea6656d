export { searchEverything } from './search.endpoint.ts'
export { suggestRecords } from './suggest.endpoint.ts'
