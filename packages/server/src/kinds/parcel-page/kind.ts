export { renewParcelLink } from './renew.endpoint.ts'
export { withdrawParcelLink } from './withdraw.endpoint.ts'
