import { useEffect, useRef, useState } from 'react'

/** `isMeanwhile` is true if another person has decided while this page was open. Call `own` before sending this user's own decision. */
export const useMeanwhile = (state: string): { isMeanwhile: boolean; own: () => void } => {
  const seen = useRef(state)
  const mine = useRef(false)
  const [isMeanwhile, setMeanwhile] = useState(false)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    setMeanwhile(!mine.current)
    mine.current = false
  }, [state])
  return {
    isMeanwhile,
    own: () => {
      mine.current = true
    },
  }
}
