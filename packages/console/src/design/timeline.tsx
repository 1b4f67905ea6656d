import type { ReactNode } from 'react'

export interface Step {
  title: string
  state: 'done' | 'now' | 'ahead'
  /** For example when it happened. */
  detail?: ReactNode
}

/** The steps of a process in one line, on a phone below one another. */
export const Timeline = ({ label, steps }: { label: string; steps: readonly Step[] }) => (
  <ol className="timeline" aria-label={label}>
    {steps.map(({ title, state, detail }) => (
      <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
        <strong>{title}</strong>
        <small>{detail}</small>
      </li>
    ))}
  </ol>
)
