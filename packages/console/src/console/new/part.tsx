import { type ReactNode, useState } from 'react'
import { fieldErrorsOf, isWithin } from '../forms/errors.ts'
import type { Draft } from './use-draft.tsx'

interface Props {
  summary: string
  /** The paths of the fields inside, or the parts of the body that contain them. */
  fields: readonly string[]
  draft: Draft
  children: ReactNode
}

/** Fields that few people need. They are not hidden once they have values, which would be sent unseen, or errors. */
export const Part = ({ summary, fields, draft: { values, error }, children }: Props) => {
  const isInside = (path: string): boolean => fields.some((field) => isWithin(path, field))
  const isFilled = Object.entries(values).some(([path, text]) => text !== '' && isInside(path))
  const reason = fieldErrorsOf(error).some(({ path }) => isInside(path)) ? error : isFilled
  const [isOpen, setOpen] = useState(false)
  const [before, setBefore] = useState<unknown>(false)
  // Set during rendering, so that the field with the error is visible when it takes the focus.
  if (reason !== before) {
    setBefore(reason)
    if (reason !== false) setOpen(true)
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
