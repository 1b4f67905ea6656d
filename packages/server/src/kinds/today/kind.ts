export { readToday } from './read.endpoint.ts'
export { readTodaySteps } from './read-steps.endpoint.ts'
