// Checks the answers of adapters before the server stores or shows them, because others write adapters.
import { type Answer, type Failure, REFUSAL_CAUSES, STOPS } from '@backhaul/core/carrier-adapter.ts'

export const MAX_ERROR = 500
const MAX_TEXT = 500
/** Limit on the entries of a list or an object. */
const MAX_ENTRIES = 1_000
const MAX_PAUSE_S = 3_600
const NUMBER = /^[\x21-\x7e]{1,64}$/

/** Whether the value is a list of numbers that can be printed on a label: 1 to 64 visible ASCII characters each. */
export const areNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && NUMBER.test(one))

/** Whether texts are short and have no control characters, numbers are whole, and a label has numbers that can be printed. */
export const isUsable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length <= MAX_TEXT && value.isWellFormed() && !/\p{Cc}/u.test(value)
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (value === null || typeof value === 'boolean' || value instanceof Uint8Array) return true
  if (typeof value !== 'object') return false
  if ('numbers' in value && !areNumbers(value.numbers)) return false
  const entries = Object.entries(value)
  return entries.length <= MAX_ENTRIES && entries.flat().every(isUsable)
}

const UNUSABLE = 'the adapter gave an answer with control characters, with long texts, or with fractions'

const usableFailure = (failure: Failure): Failure => {
  const reason = String(failure.reason)
    .slice(0, MAX_ERROR)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
  if (failure.failed === 'later') {
    const { retry_after_s = 0 } = failure
    return { failed: 'later', reason, ...(retry_after_s > 0 && { retry_after_s: Math.min(retry_after_s, MAX_PAUSE_S) }) }
  }
  if (failure.failed === 'refused')
    return { failed: 'refused', reason, cause: REFUSAL_CAUSES.find((one) => one === failure.cause) ?? 'other' }
  const stop = failure.failed === 'stopped' && STOPS.find((one) => one === failure.stop)
  return stop ? { failed: 'stopped', reason, stop } : { failed: 'unknown', reason }
}

/** The answer to a question. An adapter that throws, or whose answer cannot be used, has not said what the carrier did. */
export const answerTo = async <T>(question: () => Promise<Answer<T>>, shown: (text: string) => string): Promise<Answer<T>> => {
  try {
    const answer = await question()
    if (!('done' in answer)) return usableFailure(answer)
    return isUsable(answer.done) ? answer : { failed: 'unknown', reason: UNUSABLE }
  } catch (error) {
    return { failed: 'unknown', reason: shown(String((error as Error).message)) }
  }
}
