import type { ScanKind } from '@backhaul/client'
import { useState } from 'react'
import type { Entry } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import { WORDS } from '../words.ts'
import { Acts } from './acts.tsx'
import type { UnseenCode } from './find-parcel.ts'
import { type Actions, Primary } from './parcel-card.tsx'
import { RefuseForm } from './refuse-form.tsx'
import { TakeIn, WalkInForm } from './walk-in-form.tsx'

interface Props {
  code: UnseenCode
  tasks: readonly ScanKind[]
  kept: Entry | undefined
  actions: Actions
}

/** A parcel that could not be looked up without a connection. Its code is valid, so it can be accepted anyway. */
export const UnseenCard = ({ code, tasks, kept, actions }: Props) => {
  const isQr = code.field === 'qr_token' || code.field === 'qr_id'
  // Senders show a QR code if their parcel has no label. The service would refuse an accept scan with this code, so the usual command is a
  // walk-in.
  const usual = tasks.includes('walk-in') && isQr ? 'walk-in' : (tasks[0] ?? 'accept')
  const [form, setForm] = useState<ScanKind | null>(usual === 'walk-in' && !kept ? 'walk-in' : null)
  const choose = (kind: ScanKind): void => (kind === 'reject' || kind === 'walk-in' ? setForm(kind) : actions.scan(kind))
  const others = tasks.filter((kind) => kind !== usual && kind !== form && kind !== 'collect')
  return (
    <section className="parcel" aria-labelledby="parcel-title">
      <h2 id="parcel-title">
        <span className="soft">Parcel</span> <code>{shortCode(code.value)}</code>
      </h2>
      {kept ? (
        <p className="notice warn">{kept.title}: already kept on this device, not sent yet.</p>
      ) : (
        <p className="notice warn">
          The service cannot be reached, so only the code of this parcel is known.{' '}
          {form === 'walk-in'
            ? 'You can take the parcel in. Its price and label follow when the connection is back. Put it aside until then.'
            : 'You can take the parcel in by its code. If the service refuses it later, the page “Waiting” shows what to do.'}
        </p>
      )}
      {form === 'walk-in' && <WalkInForm declared={null} onTakeIn={actions.walkIn} />}
      {form === 'reject' && <RefuseForm onRefuse={actions.refuse} onCancel={() => setForm(null)} />}
      {form !== 'reject' && (
        <Acts>
          {form === 'walk-in' && <TakeIn />}
          {form === null && !kept && <Primary command={usual} onPress={() => choose(usual)} />}
          <div className="row more">
            {others.map((kind) => (
              <button type="button" key={kind} onClick={() => choose(kind)}>
                {WORDS[kind].label}
              </button>
            ))}
            <button type="button" onClick={actions.cancel}>
              Next parcel
            </button>
          </div>
        </Acts>
      )}
    </section>
  )
}
