import type { ConsoleSessionDetail, NewConsoleLink } from '@backhaul/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { request } from '../../../shared/api.ts'
import { newKey } from '../../../shared/keys.ts'
import { Problem } from '../../../shared/problem.tsx'
import { LINKS } from './links.tsx'
import { MadeLink } from './made-link.tsx'
import { StorePicker } from './store-picker.tsx'

const VALIDITIES = [
  { seconds: 600, words: '10 minutes' },
  { seconds: 3_600, words: 'one hour' },
  { seconds: 86_400, words: 'one day' },
  { seconds: 604_800, words: 'seven days' },
]
const EMPTY = { name: '', email: '', store_id: '', expires_in: '600' }

/** A form that makes a link for somebody at a counter. */
export const MakeLink = ({ session }: { session: ConsoleSessionDetail }) => {
  const client = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const [name, email, validity] = [useId(), useId(), useId()]
  // The same form sent again makes the same link, also if nobody knows whether it arrived the first time.
  const sent = useRef({ form, key: '' })
  const make = useMutation({
    mutationFn: () => {
      if (sent.current.form !== form || sent.current.key === '') sent.current = { form, key: newKey() }
      const body = { ...form, access: 'counter', expires_in: Number(form.expires_in) }
      return request<NewConsoleLink>('POST', LINKS, { body, idempotencyKey: sent.current.key })
    },
    onSuccess: () => {
      // The next device of the same store is likely.
      setForm({ ...EMPTY, store_id: form.store_id, expires_in: form.expires_in })
      void client.invalidateQueries({ queryKey: [LINKS] })
    },
  })
  const set = (field: keyof typeof EMPTY) => (event: { target: { value: string } }) => setForm({ ...form, [field]: event.target.value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending) make.mutate()
  }
  return (
    <section aria-labelledby="make-link">
      <h2 id="make-link">Set up a counter</h2>
      <p>
        Make a link, and open it on the phone, tablet or till of the store.{' '}
        {session.access === 'operator' ? 'That counter takes parcels of every partner.' : 'That counter takes your parcels.'}
      </p>
      <form onSubmit={submit}>
        <div className="field">
          <label htmlFor={name}>Name of the person or the device</label>
          <input id={name} required maxLength={200} autoComplete="off" value={form.name} onChange={set('name')} />
        </div>
        <div className="field">
          <label htmlFor={email}>E-mail</label>
          <input id={email} type="email" required maxLength={254} autoComplete="off" value={form.email} onChange={set('email')} />
        </div>
        <StorePicker value={form.store_id} onChange={(store_id) => setForm({ ...form, store_id })} />
        <div className="field">
          <label htmlFor={validity}>The link works for</label>
          <select id={validity} value={form.expires_in} onChange={set('expires_in')}>
            {VALIDITIES.map(({ seconds, words }) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <Problem error={make.error} />
        <button type="submit" className="action" aria-disabled={make.isPending}>
          Make a link
        </button>
      </form>
      {make.data && <MadeLink key={make.data.id} link={make.data} />}
    </section>
  )
}
