import type { ReactNode } from 'react'

export type Tone = 'plain' | 'us' | 'carrier' | 'good' | 'warn' | 'bad'

/** A state in words, with a dot and a tint of its family. */
export const Pill = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`pill ${tone}`}>{children}</span>
)
