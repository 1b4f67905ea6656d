import { type ReactNode, useState } from 'react'
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
  /** The body, if the values of the draft alone do not give it. As a function, it returns null if nothing must be sent. */
  body?: object | (() => Promise<object | null>)
  children: ReactNode
}

/** A form that creates a record. An operator first says for which partner. */
export const NewForm = ({ title, action, draft, shown, body, children }: Props) => {
  const { session } = useCurrentSession()
  const { values, set, create, startOver, isRunning, error } = draft
  const [isPreparing, setPreparing] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const isBusy = isRunning || isPreparing
  const submit = async () => {
    if (typeof body !== 'function') return create(body)
    setPreparing(true)
    setProblem(null)
    try {
      const ready = await body()
      if (ready !== null) await create(ready)
    } catch (thrown) {
      setProblem(thrown)
    } finally {
      setPreparing(false)
    }
  }
  return (
    <>
      <h1>{title}</h1>
      <CommandForm className="new" action={action} isRunning={isBusy} error={problem ?? errorOutside(error, shown)} onSubmit={submit}>
        {isOperators(session) && (
          <PartnerFilter label="Partner" isRequired value={values.partner ?? ''} onChange={(id) => set('partner', id)} />
        )}
        {children}
      </CommandForm>
      <button type="button" className="bare" disabled={isBusy} onClick={startOver}>
        Start over
      </button>
    </>
  )
}
