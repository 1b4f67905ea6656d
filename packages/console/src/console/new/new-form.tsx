import type { ReactNode } from 'react'
import { CommandForm } from '../forms/command-form.tsx'
import { errorOutside } from '../forms/errors.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { PartnerFilter } from '../lists/name-filters.tsx'
import type { Draft } from './use-draft.tsx'
import './new.css'

interface Props {
  title: string
  /** The label of the button. */
  action: string
  draft: Draft
  /** The fields that show their refusals themselves. */
  shown: readonly string[]
  /** The body, if the values of the draft alone do not give it. */
  body?: object
  children: ReactNode
}

/** A form that creates a record. An operator first says for which partner. */
export const NewForm = ({ title, action, draft, shown, body, children }: Props) => {
  const { session } = useCurrentSession()
  const { values, set, create, startOver, isRunning, error } = draft
  return (
    <>
      <h1>{title}</h1>
      <CommandForm className="new" {...{ action, isRunning }} error={errorOutside(error, shown)} onSubmit={() => create(body)}>
        {isOperators(session) && (
          <PartnerFilter label="Partner" isRequired value={values.partner ?? ''} onChange={(id) => set('partner', id)} />
        )}
        {children}
      </CommandForm>
      <button type="button" className="bare" disabled={isRunning} onClick={startOver}>
        Start over
      </button>
    </>
  )
}
