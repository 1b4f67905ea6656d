import type { Manifest } from '@backhaul/client'
import { useState } from 'react'
import { dayText } from '../../shared/time-text.ts'
import { dayAt, timeAt } from '../here/times.ts'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import type { Entry } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import { useCounter, useTimezone } from '../shell/counter-context.ts'
import { Listed, useList } from '../shell/use-list.tsx'
import { STATUS_WORDS } from '../words.ts'

const closePath = (manifest_id: string): string => `/v2/manifests/${manifest_id}/close`

/** The page asks for confirmation before it closes the manifest, and explains the effect, because closing cannot be undone. */
const Closing = ({ manifest, unsent, onClose }: { manifest: Manifest; unsent: number; onClose: () => void }) => {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) {
    return (
      <button type="button" className="action" onClick={() => setAsked(true)}>
        Close the manifest
      </button>
    )
  }
  return (
    <fieldset className="notice warn" aria-label="Close the manifest?">
      <p>
        Close the manifest with {manifest.package_count} parcels? Parcels that you take in later go on a new manifest. This cannot be
        undone.
        {unsent > 0 && ` ${unsent} scans on this device are sent first.`}
      </p>
      <div className="row">
        <button
          type="button"
          className="action"
          onClick={() => {
            setAsked(false)
            onClose()
          }}
        >
          Close now
        </button>
        <button type="button" onClick={() => setAsked(false)}>
          Not yet
        </button>
      </div>
    </fieldset>
  )
}

/**
 * Returns the state of a manifest. If its closing was confirmed on this device, the manifest no longer counts as open, even if it was
 * loaded before the confirmation.
 */
export const stateOf = (
  { manifest_id, status, created_at, closed_at }: Pick<Manifest, 'manifest_id' | 'status' | 'created_at' | 'closed_at'>,
  entries: readonly Pick<Entry, 'path' | 'state'>[],
  timezone: string,
): { isOpen: boolean; words: string } => {
  if (status !== 'open') return { isOpen: false, words: closed_at ? `Closed at ${timeAt(timezone, closed_at)}` : 'Closed' }
  const closing = entries.find(({ path, state }) => path === closePath(manifest_id) && state !== 'refused')
  if (closing) return { isOpen: false, words: closing.state === 'sent' ? 'Closed' : 'Being closed' }
  return { isOpen: true, words: `Open since ${timeAt(timezone, created_at)}` }
}

const Parcels = ({ manifest: { manifest_id } }: { manifest: Manifest }) => {
  const list = useList('/v2/shipments', { manifest_id })
  return (
    <Listed list={list} empty="None of its parcels is still at this counter.">
      {(items) => (
        <ul className="list parcels" aria-label="Parcels of the manifest">
          {items.map(({ id, tracking, status }) => (
            <li key={id}>
              <code>{shortCode(tracking)}</code> <span>{STATUS_WORDS[status]}</span>
            </li>
          ))}
        </ul>
      )}
    </Listed>
  )
}

/** Shows what this counter accepted today, and closes the manifest for the driver. */
export const ManifestPage = () => {
  const { queue, entries, session, store, outcomes } = useCounter()
  const timezone = useTimezone()
  const date = dayAt(timezone, queue.now().getTime())
  const list = useList('/v2/manifests', { store_id: session.store_id ?? undefined, date }, store !== null)
  const unsent = entries.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'held').length
  const close = async ({ manifest_id, package_count }: Manifest): Promise<void> => {
    const title = `Close the manifest of ${dayText(date)} with ${package_count} parcels`
    // Sent through the queue, so that it arrives after the scans confirmed before it.
    const entry = await outcomes.confirm({ path: closePath(manifest_id), body: {}, title, parcel: title })
    if (!entry) return
    await queue.settled(entry.seq)
    list.reload()
  }
  return (
    <section aria-labelledby="manifest-title">
      <h2 id="manifest-title">Manifest of {dayText(date)}</h2>
      <OutcomeBanner outcome={outcomes.outcome} />
      <Listed list={list} empty="No parcels were taken in today. The first parcel opens the manifest.">
        {(items) => (
          <ul className="list">
            {items.map((manifest) => {
              const { isOpen, words } = stateOf(manifest, entries, timezone)
              return (
                <li key={manifest.manifest_id} className="tall">
                  <h3>
                    {words}: {manifest.package_count} {manifest.package_count === 1 ? 'parcel' : 'parcels'}
                  </h3>
                  <div className="row acts">
                    <a className="button" href={`/v2/manifests/${manifest.manifest_id}?format=pdf`} target="_blank" rel="noreferrer">
                      Print (PDF)
                    </a>
                    {isOpen && <Closing manifest={manifest} unsent={unsent} onClose={() => void close(manifest)} />}
                  </div>
                  <Parcels manifest={manifest} />
                </li>
              )
            })}
          </ul>
        )}
      </Listed>
    </section>
  )
}
