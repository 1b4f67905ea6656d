import type { HTMLAttributes, ReactNode } from 'react'
import { Time } from '../shared/time.tsx'

/** One line of a `<dl>`: a name and its value. */
export const Fact = ({ name, ...rest }: { name: ReactNode } & HTMLAttributes<HTMLElement>) => (
  <>
    <dt>{name}</dt>
    <dd {...rest} />
  </>
)

/** A fact that is a time. Renders nothing if there is no time. */
export const TimeFact = ({ name, at }: { name: string; at: string | null }) =>
  at && (
    <Fact name={name}>
      <Time at={at} />
    </Fact>
  )
