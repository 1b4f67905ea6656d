import { useState } from 'react'
import { timeAt } from '../here/times.ts'
import { ToneIcon } from '../outcome/outcome-banner.tsx'
import { kindOf, outcomeOf } from '../outcome/outcome-of.ts'
import { PrintStatus } from '../print/print-status.tsx'
import { UsbChoice } from '../print/usb-choice.tsx'
import { usePrint } from '../print/use-print.ts'
import type { Entry } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import { useCounter, useTimezone } from '../shell/counter-context.ts'

/** Maximum number of sent entries shown. They are only for reference. */
const MAX_SENT = 50

const STATE_WORDS: Readonly<Record<Entry['state'], string>> = {
  waiting: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  refused: 'refused',
  held: 'waiting for a sign-in',
}

interface RowProps {
  entry: Entry
  timezone: string
  onPrint: (shipment_id: string) => void
}

const Row = ({ entry, timezone, onPrint }: RowProps) => {
  const { queue } = useCounter()
  const [isAsked, setAsked] = useState(false)
  const { tone, detail } = outcomeOf(entry)
  const isStuck = entry.state === 'refused' || entry.state === 'held'
  const label = kindOf(entry.path) === 'walk-in' && entry.state === 'sent' ? entry.outcome?.shipment_id : null
  return (
    <li data-state={entry.state}>
      <ToneIcon tone={tone} />
      <div>
        <strong dir="auto">{entry.title}</strong>{' '}
        <span className="soft">
          {timeAt(timezone, entry.occurred_at)}, {entry.session.name}, {STATE_WORDS[entry.state]}
        </span>
        {(isStuck || entry.outcome?.applied === false) && <p dir="auto">{detail}</p>}
        <div className="row">
          {label && (
            <button type="button" onClick={() => onPrint(label)}>
              Print label
            </button>
          )}
          {entry.state === 'refused' && (
            <button type="button" onClick={() => void queue.retry(entry.seq)}>
              Try again
            </button>
          )}
          {isStuck && !isAsked && (
            <button type="button" onClick={() => setAsked(true)}>
              Remove from the list
            </button>
          )}
          {isStuck && isAsked && (
            <button type="button" className="action danger" onClick={() => void queue.discard(entry.seq)}>
              Yes, remove it
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Shows this device's queue: unsent entries, refused entries with their remedies, and the entries sent last. */
export const WaitingPage = () => {
  const { queue, entries } = useCounter()
  const { job, print } = usePrint()
  const timezone = useTimezone()
  const refused = entries.filter(({ state }) => state === 'refused')
  const open = entries.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'held')
  const sent = entries.filter(({ state }) => state === 'sent').slice(-MAX_SENT)
  const groups = [
    { title: 'Refused: please check these', items: refused },
    { title: 'Waiting to be sent, in this order', items: open },
    { title: 'Sent', items: sent.toReversed() },
  ].filter(({ items }) => items.length > 0)
  return (
    <>
      <h2>On this device</h2>
      {groups.length === 0 && (
        <p className="notice">Nothing is waiting. Confirmed scans are kept here until the service has received them.</p>
      )}
      {open.length > 0 && (
        <p>
          <button type="button" onClick={() => queue.wake()}>
            Send now
          </button>
        </p>
      )}
      {job && <PrintStatus job={job} onAgain={() => void print(job.shipment_id, job.about)} />}
      {groups.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h3>
            {title} ({items.length})
          </h3>
          <ul className="list entries">
            {items.map((entry) => (
              <Row
                key={entry.seq}
                entry={entry}
                timezone={timezone}
                onPrint={(shipment_id) => void print(shipment_id, shortCode(entry.parcel ?? shipment_id))}
              />
            ))}
          </ul>
        </section>
      ))}
      <UsbChoice />
    </>
  )
}
