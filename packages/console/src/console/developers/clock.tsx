import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { useCommand, useLive } from '../live/use-live.ts'

const PATH = '/v2/test/clock'
const STEPS = [
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
  [30 * 86_400, '30 days'],
] as const
const UNITS = [
  [60, 'minutes'],
  [3_600, 'hours'],
  [86_400, 'days'],
] as const

const aheadOf = (seconds: number): string => {
  if (seconds === 0) return 'the same as real time'
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean)
  return `${parts.join(' ') || `${seconds} s`} ahead of real time`
}

export const Clock = () => {
  const { data: clock, error } = useLive(PATH)
  const command = useCommand()
  const [amount, setAmount] = useState('12')
  const [unit, setUnit] = useState<number>(3_600)
  const [done, setDone] = useState('')
  const advance = async (seconds: number, words: string) => {
    if (!command.isRunning && (await command.run('POST', `${PATH}/advance`, { seconds }))) setDone(`The clock moved forward by ${words}.`)
  }
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>Expiry, holding periods, pickups and webhook retries follow this clock. It cannot be turned back.</p>
      <Problem error={error ?? command.error} />
      {clock && (
        <p>
          It is <Time at={clock.now} />, {aheadOf(clock.offset_seconds)}.
        </p>
      )}
      <div className="buttons">
        {STEPS.map(([seconds, words]) => (
          <button key={seconds} type="button" aria-disabled={command.isRunning} onClick={() => advance(seconds, words)}>
            Advance by {words}
          </button>
        ))}
      </div>
      <form
        className="chips"
        onSubmit={(event) => {
          event.preventDefault()
          void advance(Math.round(Number(amount) * unit), `${amount} ${UNITS.find(([seconds]) => seconds === unit)?.[1]}`)
        }}
      >
        <label>
          Amount
          <input type="number" min="1" max="100000" required value={amount} onChange={({ target }) => setAmount(target.value)} />
        </label>
        <label>
          Unit
          <select value={unit} onChange={({ target }) => setUnit(Number(target.value))}>
            {UNITS.map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" aria-disabled={command.isRunning}>
          Advance
        </button>
      </form>
      <p role="status">{done}</p>
    </section>
  )
}
