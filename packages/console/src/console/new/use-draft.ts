import { useState } from 'react'
import { useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, type Values } from './values.ts'

/** The kinds of records, and the page that shows a new one: with its label or QR, its link, or its confirmation code. */
const MADE = {
  shipments: { path: '/v2/shipments', page: '/console/shipments/' },
  'return-links': { path: '/v2/return-links', page: '/console/new/link?made=' },
  pickups: { path: '/v2/pickups', page: '/console/pickups/' },
} as const

/**
 * What a person has entered into a form. It survives a reload of the page, and is removed when the record has been created. It stays in the
 * tab, because it may contain a shopper's address. `create` sends the form and opens the page of the new record.
 */
export const useDraft = (form: string, kind: keyof typeof MADE, first: Values = {}) => {
  const { session } = useCurrentSession()
  const go = useGo()
  const name = `backhaul-new-${form}-${session.email}`
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
    setValues(first)
    go(MADE[kind].page + record.id)
  }
  return { values, set, create, isRunning, error }
}
export type Draft = ReturnType<typeof useDraft>
