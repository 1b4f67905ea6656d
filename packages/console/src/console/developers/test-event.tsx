import type { Rehearsal, Webhook } from '@backhaul/client'
import { useState } from 'react'
import { ChoiceField } from '../forms/choice-field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { useCommand } from '../live/use-live.ts'
import { EVENT_TYPES, meaningOf } from './event-types.ts'
import { Fired } from './fired.tsx'

/** Production never invents an event, because a receiver would act on it (ADR 14). */
export const TryReceiver = () => (
  <section aria-labelledby="test">
    <h2 id="test">Try your receiver</h2>
    <p>
      Test events are the sandbox’s. Here <code>backhaul verify-receiver URL --secret …</code> sends true and false deliveries to any
      receiver and says what it does wrong; and each delivery above can be sent again.
    </p>
  </section>
)

/** In the sandbox: causes an event that this webhook receives. */
export const SendTest = ({ webhook }: { webhook: Webhook }) => {
  const wanted = webhook.enabled_events
  const types = wanted.includes('*') ? EVENT_TYPES : EVENT_TYPES.filter((type) => wanted.includes(type))
  const [type, setType] = useState<string>(types[0] ?? '')
  const { run, isRunning, error } = useCommand()
  const [done, setDone] = useState<Rehearsal | null>(null)
  const send = async () => setDone(await run('POST', `/v2/test/events/${type}`, {}))
  return (
    <section aria-labelledby="test">
      <h2 id="test">Send a test event</h2>
      <p>
        The sandbox does what causes the event, with a new parcel; the webhook gets it, and whatever happens on the way, as in production.
      </p>
      <CommandForm action="Cause it" {...{ isRunning, error }} onSubmit={send}>
        <ChoiceField label="Event to cause" value={type} choices={types.map((one) => [one, one])} onChange={setType} />
        <p>{meaningOf(type)}</p>
      </CommandForm>
      <Fired rehearsal={done} />
    </section>
  )
}
