/** What `answer` becomes, or what `otherwise` says when it takes longer. The answer goes on: whoever asks again may wait for the same one. */
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
