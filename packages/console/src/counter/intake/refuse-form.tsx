import type { RejectReason } from '@backhaul/client'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { REASON_WORDS } from '../../shared/reasons.ts'
import { useInSight } from './acts.tsx'
import { preparePhoto } from './photo.ts'

export interface Refusal {
  reason: RejectReason
  note: string
  photo: Blob | null
}

interface Props {
  onRefuse: (refusal: Refusal) => void
  onCancel: () => void
}

type Chosen = { kind: 'none' } | { kind: 'working' } | { kind: 'ready'; blob: Blob; url: string } | { kind: 'refused'; reason: string }

const MAX_NOTE = 500

const usePhoto = () => {
  const [chosen, setChosen] = useState<Chosen>({ kind: 'none' })
  useEffect(() => () => (chosen.kind === 'ready' ? URL.revokeObjectURL(chosen.url) : undefined), [chosen])
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return setChosen({ kind: 'none' })
    setChosen({ kind: 'working' })
    const photo = await preparePhoto(file)
    setChosen(photo.kind === 'photo' ? { kind: 'ready', blob: photo.blob, url: URL.createObjectURL(photo.blob) } : photo)
  }
  return { chosen, choose }
}

/** Asks for the reason of a refusal and an optional photo. */
export const RefuseForm = ({ onRefuse, onCancel }: Props) => {
  const [reason, setReason] = useState<RejectReason>('damaged')
  const [note, setNote] = useState('')
  const { chosen, choose } = usePhoto()
  const first = useRef<HTMLInputElement>(null)
  const acts = useInSight()
  useLayoutEffect(() => first.current?.focus(), [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onRefuse({ reason, note: note.trim(), photo: chosen.kind === 'ready' ? chosen.blob : null })
  }
  return (
    <form className="refuse" onSubmit={submit}>
      <fieldset>
        <legend>Why is it refused?</legend>
        {Object.entries(REASON_WORDS).map(([value, words], i) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name="reason"
              ref={i === 0 ? first : null}
              value={value}
              checked={reason === value}
              onChange={() => setReason(value as RejectReason)}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <label htmlFor="note">Note for the shop (optional)</label>
      <textarea id="note" dir="auto" rows={2} maxLength={MAX_NOTE} value={note} onChange={(event) => setNote(event.target.value)} />
      <label htmlFor="photo">Photo (optional)</label>
      <input id="photo" type="file" accept="image/*" capture="environment" onChange={(event) => void choose(event.target.files?.[0])} />
      <div aria-live="polite">
        {chosen.kind === 'working' && <p className="soft">Resizing the photo…</p>}
        {chosen.kind === 'refused' && <p className="notice bad">{chosen.reason}</p>}
        {chosen.kind === 'ready' && <img className="preview" src={chosen.url} alt="The refused parcel" />}
      </div>
      <div className="row acts" ref={acts}>
        <button type="submit" className="action danger" disabled={chosen.kind === 'working'}>
          Refuse the parcel
        </button>
        <button type="button" onClick={onCancel}>
          Back
        </button>
      </div>
    </form>
  )
}
