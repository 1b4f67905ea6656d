import type { ConsoleLinkCreate, ConsoleSessionDetail, NewConsoleLink } from '@backhaul/client'
import { ACCESS, ACCESSES, type Access } from '@backhaul/core/access.ts'
import { useState } from 'react'
import { ChoiceField } from '../../design/choice-field.tsx'
import { TextField } from '../../design/text-field.tsx'
import { accessWords } from '../../shared/sessions.ts'
import { Time } from '../../shared/time.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { ShownOnce } from '../frame/shown-once.tsx'
import { useCommand } from '../live/use-live.ts'
import { PartnerPicker } from '../partners/partner-picker.tsx'
import { LINKS } from './kinds.tsx'
import { StorePicker } from './store-picker.tsx'

const VALIDITIES = [
  ['600', '10 minutes'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
  ['604800', '7 days'],
] as const
const EMPTY = { name: '', email: '', access: 'counter' as Access, store_id: '', partner_id: '', expires_in: '600' }
type Form = typeof EMPTY

/** Returns the accesses that this session can grant. */
const givenBy = ({ access }: ConsoleSessionDetail): Access[] =>
  ACCESSES.filter((one) => access === 'operator' || ACCESS[one].whose !== 'operator')

const bodyOf = ({ name, email, access, store_id, partner_id, expires_in }: Form): ConsoleLinkCreate => ({
  name,
  email,
  access,
  ...(ACCESS[access].store !== 'none' && store_id !== '' && { store_id }),
  ...(ACCESS[access].whose !== 'operator' && partner_id !== '' && { partner_id }),
  expires_in: Number(expires_in),
})

const Made = ({ link }: { link: NewConsoleLink }) => (
  <ShownOnce
    title={
      <>
        The link for <bdi>{link.name}</bdi>
      </>
    }
    secrets={[{ label: 'Sign-in link', value: link.url }]}
  >
    <p>
      Send it only to this person. It works once, until <Time at={link.expires_at} />, and is not shown again.
    </p>
  </ShownOnce>
)

/** A form that creates a sign-in link for a person or for a device at a counter. */
export const MakeLink = ({ session }: { session: ConsoleSessionDetail }) => {
  const { run, isRunning, error } = useCommand()
  const [form, setForm] = useState(EMPTY)
  const [made, setMade] = useState<NewConsoleLink | null>(null)
  const { store, whose } = ACCESS[form.access]
  const set = (field: keyof Form) => (text: string) => setForm({ ...form, [field]: text })
  const submit = async () => {
    const link = await run('POST', LINKS, bodyOf(form))
    if (!link) return
    setMade(link)
    // The kind is kept, because the user often adds another person or device of the same kind next.
    setForm({ ...form, name: '', email: '' })
  }
  return (
    <section aria-labelledby="make-link">
      <h2 id="make-link">Give someone access</h2>
      <p>Create a link and send it to the person, or open it on the phone, tablet or till of the store.</p>
      <CommandForm action="Create a link" {...{ isRunning, error }} onSubmit={submit}>
        <ChoiceField
          label="Access"
          value={form.access}
          choices={givenBy(session).map((one) => [one, accessWords(one)])}
          onChange={set('access')}
        />
        <TextField label="Name of the person or device" required maxLength={100} value={form.name} onChange={set('name')} />
        <TextField label="Email" type="email" required maxLength={254} value={form.email} onChange={set('email')} />
        {session.access === 'operator' && whose !== 'operator' && (
          <div className="field">
            <PartnerPicker
              label="Partner"
              {...(whose === 'either' && { none: 'all partners' })}
              value={form.partner_id}
              onChange={set('partner_id')}
            />
          </div>
        )}
        {store === 'required' && <StorePicker value={form.store_id} onChange={set('store_id')} />}
        <ChoiceField label="Link valid for" value={form.expires_in} choices={VALIDITIES} onChange={set('expires_in')} />
      </CommandForm>
      {made && <Made key={made.id} link={made} />}
    </section>
  )
}
