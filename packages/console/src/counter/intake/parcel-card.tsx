import type { FoundParcel, Reweigh, ScanKind } from '@backhaul/client'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import { STATUS_WORDS, WORDS } from '../words.ts'
import { Acts } from './acts.tsx'
import { type Refusal, RefuseForm } from './refuse-form.tsx'
import { type Step, stepsOf } from './steps.ts'
import { TakeIn, WalkInForm } from './walk-in-form.tsx'

export interface Actions {
  scan(kind: ScanKind): void
  walkIn(reweigh: Reweigh | null): void
  refuse(refusal: Refusal): void
  print(): void
  cancel(): void
}

interface Props {
  parcel: FoundParcel
  tasks: readonly ScanKind[]
  /** The unsent entry of this parcel on this device. */
  kept: Entry | undefined
  actions: Actions
}

const Facts = ({ parcel }: { parcel: FoundParcel }) => (
  <dl className="facts">
    <div>
      <dt>Status</dt>
      <dd>{STATUS_WORDS[parcel.status]}</dd>
    </div>
    <div>
      <dt>Service</dt>
      <dd>{parcel.service_level}</dd>
    </div>
    <div>
      <dt>Declared weight</dt>
      <dd>
        {parcel.parcel.weight} {parcel.parcel.weight_unit}
      </dd>
    </div>
  </dl>
)

/** Shows why the other commands do not apply, in the service's words. */
const Others = ({ steps }: { steps: readonly Step[] }) => {
  const others = steps.filter(({ outcome }) => outcome !== 'moves')
  if (others.length === 0) return null
  return (
    <details className="others">
      <summary>Unavailable actions and reasons</summary>
      <ul>
        {others.map(({ command, message }) => (
          <li key={command}>
            <strong>{WORDS[command].label}:</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The button for the usual command. It gets the focus, so that Enter confirms. */
export const Primary = ({ command, onPress }: { command: ScanKind; onPress: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <button type="button" ref={button} className="action wide" onClick={onPress}>
      {WORDS[command].label}
    </button>
  )
}

export const ParcelCard = ({ parcel, tasks, kept, actions }: Props) => {
  const [form, setForm] = useState<ScanKind | null>(null)
  const { primary, others, steps, isDone } = stepsOf(parcel, tasks, kept !== undefined)
  const open = form ?? (primary === 'walk-in' ? 'walk-in' : null)
  const choose = (command: ScanKind): void => (command === 'walk-in' || command === 'reject' ? setForm(command) : actions.scan(command))
  return (
    <section className="parcel" aria-labelledby="parcel-title">
      <h2 id="parcel-title">
        <span className="soft">Parcel</span> <code>{shortCode(parcel.tracking)}</code>
      </h2>
      <p className="do">{isDone ? `Nothing to do here: ${STATUS_WORDS[parcel.status].toLowerCase()}.` : STATUS_WORDS[parcel.status]}</p>
      {parcel.held && (
        <p className="notice warn">On hold. Take the parcel in as usual, but set it aside. It must not leave until the hold is released.</p>
      )}
      {kept && <p className="notice warn">{kept.title}: already kept on this device, not sent yet.</p>}
      {open === 'walk-in' && <WalkInForm declared={parcel.parcel} onTakeIn={actions.walkIn} />}
      {open === 'reject' && <RefuseForm onRefuse={actions.refuse} onCancel={() => setForm(null)} />}
      {open !== 'reject' && (
        <Acts>
          {open === 'walk-in' && <TakeIn />}
          {open === null && primary && <Primary command={primary} onPress={() => choose(primary)} />}
          <div className="row more">
            {others
              .filter((command) => command !== open)
              .map((command) => (
                <button type="button" key={command} onClick={() => choose(command)}>
                  {WORDS[command].label}
                </button>
              ))}
            {parcel.in_hand && parcel.label && !parcel.label.voided && (
              <button type="button" onClick={actions.print}>
                Print label
              </button>
            )}
            <button type="button" onClick={actions.cancel}>
              Next parcel
            </button>
          </div>
        </Acts>
      )}
      <Facts parcel={parcel} />
      <Others steps={steps} />
    </section>
  )
}
