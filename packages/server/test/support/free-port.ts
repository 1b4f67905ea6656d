export { freePort } from '../../../trials/src/lib/run.ts'
