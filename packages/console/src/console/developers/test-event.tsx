import type { Rehearsal, Webhook } from '@backhaul/client'
import { useState } from 'react'
import { ChoiceField } from '../../design/choice-field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { useCommand } from '../live/use-live.ts'
import { EVENT_TYPES, meaningOf } from './event-types.ts'
import { Fired } from './fired.tsx'

/** In production there are no test events, because a receiver would act on them (ADR 14). */
export const TryReceiver = () => (
  <section aria-labelledby="test">
    <h2 id="test">Test your receiver</h2>
    <p>
      Test events exist only in the sandbox. Here, run <code>backhaul verify-receiver URL --secret …</code> to send valid and invalid
      deliveries to a receiver and see its mistakes. You can also send each delivery above again.
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
      <p>The sandbox creates a parcel and runs the commands that cause the event. The webhook receives the same events as in production.</p>
      <CommandForm action="Send the event" {...{ isRunning, error }} onSubmit={send}>
        <ChoiceField label="Event" value={type} choices={types.map((one) => [one, one])} onChange={setType} />
        <p>{meaningOf(type)}</p>
      </CommandForm>
      <Fired rehearsal={done} />
    </section>
  )
}
