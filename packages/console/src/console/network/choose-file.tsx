import type { Import } from '@backhaul/client'
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import { request } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'
import { Problem } from '../../shared/problem.tsx'

const KINDS = [
  {
    ...{ value: 'stores', label: 'Stores: adds them, or changes those whose code is known' },
    columns: 'code, name, line1, city, state, postal_code, country, lat, lon, timezone and optionally hours',
  },
  {
    ...{ value: 'rates', label: 'Rates: replaces the whole cards that the file has' },
    columns: 'carrier, country, service_level, zone, base_cents, per_lb_cents, max_weight_lb and optionally currency',
  },
  {
    ...{ value: 'tariffs', label: 'Tariffs: zones, weight breaks and surcharges, in force from a day on' },
    columns:
      'carrier, country, currency, effective_on, kind, and of service_level, measure, zone, from, to, value, cents, percent those needed',
  },
]

/** A file is chosen, or dropped here, and its import started. */
export const ChooseFile = ({ onStarted }: { onStarted: (started: Import) => void }) => {
  const [heading, input, hint] = [useId(), useId(), useId()]
  const [kind, setKind] = useState('stores')
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // The same file sent again is the same import, also if nobody knows whether it arrived the first time.
  const sent = useRef({ kind, file, key: '' })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) setFile(dropped)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !file) return
    if (sent.current.kind !== kind || sent.current.file !== file) sent.current = { kind, file, key: newKey() }
    setSending(true)
    setError(null)
    try {
      const query = { kind, file_name: file.name.slice(0, 200) || undefined }
      const body = new Blob([file], { type: 'text/csv' })
      onStarted(await request<Import>('POST', '/v2/ops/imports', { query, body, idempotencyKey: sent.current.key }))
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Import a file</h2>
      <form className="wide" onSubmit={submit}>
        <fieldset>
          <legend>What the file has</legend>
          {KINDS.map(({ value, label }) => (
            <label key={value} className="choice">
              <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => setKind(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped on the field's surroundings; the field does the same */}
        <div
          className={isOver ? 'drop over' : 'drop'}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <label htmlFor={input}>CSV file; choose it or drop it here</label>
          <input
            id={input}
            type="file"
            accept=".csv,text/csv"
            aria-describedby={hint}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          {file && (
            <p>
              <bdi>{file.name}</bdi>, {Math.ceil(file.size / 1024)} KiB
            </p>
          )}
        </div>
        <p id={hint}>
          UTF-8, commas, at most 8 MiB. The first row names the columns: {KINDS.find(({ value }) => value === kind)?.columns}. All rows or
          none: if one is bad, nothing changes.
        </p>
        <Problem error={error} />
        <button type="submit" className="action" aria-disabled={isSending || !file}>
          {isSending ? 'Sending the file' : 'Import'}
        </button>
      </form>
    </section>
  )
}
