/**
 * Resolves with the answer, or with the result of `otherwise` after the time limit. The work behind `answer` continues after the limit, so
 * a later call may wait for the same promise.
 */
export const within = async <Answer>(answer: Promise<Answer>, limit_ms: number, otherwise: () => Answer): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), limit_ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
