import type { HTMLAttributes, ReactNode } from 'react'

/** One line of a `<dl>`: what it is, and what is said of it. */
export const Fact = ({ name, ...rest }: { name: ReactNode } & HTMLAttributes<HTMLElement>) => (
  <>
    <dt>{name}</dt>
    <dd {...rest} />
  </>
)
