import { Pill } from '../design/pill.tsx'
import { statusWords, toneOf } from './words.ts'

/** The status of a shipment, tinted by its family. */
export const Status = ({ of, isHeld = false }: { of: string; isHeld?: boolean }) => (
  <>
    <Pill tone={toneOf(of)}>{statusWords(of)}</Pill>
    {isHeld && (
      <>
        {' '}
        <Pill tone="warn">on hold</Pill>
      </>
    )}
  </>
)
