import type { Manifest } from '@backhaul/client'
import { useState } from 'react'
import { dayAt, timeAt } from '../here/stay.ts'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { useCounter } from '../shell/counter-context.ts'
import { Listed, useList } from '../shell/use-list.tsx'

/** Closing cannot be undone, so it is asked once, with its effect. */
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
        Close it with {manifest.package_count} parcels? What you take in after that goes on a new one. This cannot be undone.
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
          Close it now
        </button>
        <button type="button" onClick={() => setAsked(false)}>
          Not yet
        </button>
      </div>
    </fieldset>
  )
}

/** What this counter took in today, and its closing for the driver. */
export const ManifestPage = () => {
  const { queue, entries, session, store, outcomes } = useCounter()
  const timezone = store?.timezone ?? 'UTC'
  const date = dayAt(timezone, queue.now().getTime())
  const list = useList<Manifest>('/v2/manifests', { store_id: session.store_id ?? undefined, date }, store !== null)
  const unsent = entries.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'held').length
  const close = async ({ manifest_id, package_count }: Manifest): Promise<void> => {
    const title = `Close the manifest of ${date} with ${package_count} parcels`
    // Through the queue, so that it comes after the scans that were confirmed before it.
    const entry = await outcomes.confirm({ path: `/v2/manifests/${manifest_id}/close`, body: {}, title, parcel: title })
    if (!entry) return
    await queue.settled(entry.seq)
    list.reload()
  }
  return (
    <section aria-labelledby="manifest-title">
      <h2 id="manifest-title">Manifest of {date}</h2>
      <OutcomeBanner outcome={outcomes.outcome} />
      <Listed list={list} empty="Nothing was taken in today. The first parcel opens the manifest.">
        {(items) => (
          <ul className="list">
            {items.map((manifest) => (
              <li key={manifest.manifest_id} className="tall">
                <strong className="number">{manifest.package_count}</strong>
                <span>
                  {manifest.package_count === 1 ? 'parcel' : 'parcels'}, opened at {timeAt(timezone, manifest.created_at)},{' '}
                  {manifest.closed_at ? `closed at ${timeAt(timezone, manifest.closed_at)}` : 'open'}
                </span>
                <div className="row">
                  <a className="button" href={`/v2/manifests/${manifest.manifest_id}?format=pdf`} target="_blank" rel="noreferrer">
                    Print it (PDF)
                  </a>
                  {manifest.status === 'open' && <Closing manifest={manifest} unsent={unsent} onClose={() => void close(manifest)} />}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  )
}
