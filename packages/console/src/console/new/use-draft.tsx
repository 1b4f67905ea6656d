import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { toast } from '../../design/toast.tsx'
import { Go, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { useCommand, useIsThere } from '../live/use-live.ts'
import { nameOf, StartAgain } from './person.ts'
import { bodyOf, type Values } from './values.ts'

/** The kinds of records, and the page that shows a new one: with its label or QR, its link, or its confirmation code. */
const MADE = {
  shipments: { path: '/v2/shipments', page: '/console/shipments/' },
  'return-links': { path: '/v2/return-links', page: '/console/new/link?made=' },
  pickups: { path: '/v2/pickups', page: '/console/pickups/' },
} as const

/**
 * What a person has entered into a form. It survives a reload of the page, and is removed when the record has been created. It stays in the
 * tab, because it may contain a shopper's address. `create` sends the form and opens the page of the new record, or tells of the record if
 * the person has gone to another page meanwhile. `startOver` empties the form.
 */
export const useDraft = (form: string, kind: keyof typeof MADE, first: Values = {}) => {
  const { session } = useCurrentSession()
  const go = useGo()
  const client = useQueryClient()
  const startAgain = use(StartAgain)
  const isThere = useIsThere()
  const name = nameOf(form, session)
  const [values, setValues] = useState<Values>(() => ({ ...first, ...JSON.parse(sessionStorage.getItem(name) ?? '{}') }))
  const { run, isRunning, error } = useCommand(`${name}-keys`)
  const set = (path: string, text: string) => {
    const next = { ...values, [path]: text }
    sessionStorage.setItem(name, JSON.stringify(next))
    setValues(next)
  }
  const create = async (body: object = bodyOf(values)) => {
    const path = isOperators(session) ? `/v2/ops/partners/${values.partner || '-'}/${kind}` : MADE[kind].path
    const record = await run('POST', path as (typeof MADE)[typeof kind]['path'], body)
    if (!record) return
    sessionStorage.removeItem(name)
    // Only this answer has the warnings of a new link.
    client.setQueryData(['made', record.id], record)
    const page = MADE[kind].page + record.id
    if (isThere.current) return go(page)
    toast(
      <>
        Created. <Go to={page}>View it</Go>
      </>,
    )
  }
  const startOver = () => {
    sessionStorage.removeItem(name)
    startAgain()
  }
  return { values, set, create, startOver, isRunning, error }
}
export type Draft = ReturnType<typeof useDraft>
