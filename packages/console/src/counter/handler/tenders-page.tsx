import type { Tender } from '@backhaul/client'
import { type FormEvent, useState } from 'react'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { shortCode } from '../scan/read-code.ts'
import { useCounter } from '../shell/counter-context.ts'
import { Listed, useList } from '../shell/use-list.tsx'
import { differenceOf, piecesOf } from './pieces.ts'

const Acceptance = ({ tender, onAccept }: { tender: Tender; onAccept: (pieces: number) => void }) => {
  const [text, setText] = useState('')
  const pieces = piecesOf(text)
  const difference = pieces === null ? null : differenceOf(pieces, tender.piece_count)
  const id = `pieces-${tender.id}`
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (pieces !== null) onAccept(pieces)
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>Pieces counted</label>
      <div className="row">
        <input id={id} inputMode="numeric" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        <button type="submit" className="action" disabled={pieces === null}>
          Accept the tender
        </button>
      </div>
      <p className={difference ? 'notice warn' : 'soft'} aria-live="polite">
        {difference ?? (pieces === null ? `${tender.piece_count} are announced.` : `As announced: ${tender.piece_count}.`)}
      </p>
    </form>
  )
}

/** Lists the tenders handed over to carriers here, and records the carrier's count. */
export const TendersPage = () => {
  const { queue, outcomes } = useCounter()
  const list = useList('/v2/tenders', { status: 'created' })
  const accept = async (tender: Tender, piece_count_received: number): Promise<void> => {
    const title = `Accept tender ${shortCode(tender.id)} with ${piece_count_received} pieces`
    const path = `/v2/tenders/${tender.id}/accept` as const
    const entry = await outcomes.confirm({ path, body: { piece_count_received }, title, parcel: title })
    if (!entry) return
    await queue.settled(entry.seq)
    list.reload()
  }
  return (
    <section aria-labelledby="tenders-title">
      <h2 id="tenders-title">Tenders to accept</h2>
      <OutcomeBanner outcome={outcomes.outcome} />
      <Listed list={list} empty="There are no tenders to accept.">
        {(items) => (
          <ul className="list">
            {items.map((tender) => (
              <li key={tender.id} className="tall">
                <strong dir="auto">{tender.carrier}</strong>
                <span>
                  {tender.piece_count} {tender.piece_count === 1 ? 'piece' : 'pieces'}, to {tender.handoff}
                  {tender.facility !== null && <span dir="auto"> at {tender.facility}</span>}
                </span>
                <code>{shortCode(tender.id)}</code>
                <Acceptance tender={tender} onAccept={(pieces) => void accept(tender, pieces)} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  )
}
