export { verifyAddress } from './verify.endpoint.ts'
