import type { Import } from '@backhaul/client'
import { type DragEvent, useId, useRef, useState } from 'react'
import { ChoiceField } from '../../design/choice-field.tsx'
import { request } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'
import { Problem } from '../../shared/problem.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import type { Query } from '../live/use-live.ts'
import { columnsOf, INVOICE, KINDS, REPORT, templateAddress } from './import-templates.ts'
import { useWhole } from './use-whole.ts'
import './network.css'

/** Kinds of files that belong to one carrier, which must be selected. */
const OF_A_CARRIER = [REPORT, INVOICE]

type ImportPath = `/v2/ops/${'imports' | 'carrier-invoices' | `carriers/${string}/reports`}`

/** Returns the path, query and media type for the upload. */
const destinationOf = (kind: string, carrier: string, file: File): { path: ImportPath; query: Query; type: string } => {
  const file_name = file.name.slice(0, 200) || undefined
  if (kind === INVOICE) return { path: '/v2/ops/carrier-invoices', query: { carrier, file_name }, type: 'text/csv' }
  if (kind !== REPORT) return { path: '/v2/ops/imports', query: { kind, file_name }, type: 'text/csv' }
  const type = /\.(json|jsonl|ndjson)$/i.test(file.name) ? 'application/json' : 'text/csv'
  return { path: `/v2/ops/carriers/${encodeURIComponent(carrier)}/reports`, query: { file_name }, type }
}

interface CarrierProps {
  /** Whether the file is a carrier's report. If it is, the only carriers offered are those that send reports as files. */
  isReport: boolean
  value: string
  onChange: (code: string) => void
}

const ChooseCarrier = ({ isReport, value, onChange }: CarrierProps) => {
  const { items, error, isLoading } = useWhole('/v2/ops/carriers')
  const carriers = isReport ? items.filter(({ adapter }) => adapter === 'file') : items
  if (isReport && !isLoading && !error && carriers.length === 0)
    return (
      <p>
        No carrier sends its reports as files yet. To allow this, run <code>backhaul carrier set</code> with <code>--adapter file</code>.
      </p>
    )
  return (
    <>
      <Problem error={error} />
      <ChoiceField label="Carrier" none="" required choices={carriers.map(({ code, name }) => [code, name])} {...{ value, onChange }} />
    </>
  )
}

interface Props {
  /** The only kind of file accepted here. If absent, the user selects the kind. */
  only?: typeof INVOICE
  onStarted: (started: Import) => void
}

/** Selects a file, or accepts a dropped one, and starts its import. */
export const ChooseFile = ({ only, onStarted }: Props) => {
  const [heading, input, hint] = [useId(), useId(), useId()]
  const [kind, setKind] = useState<string>(only ?? 'stores')
  const [carrier, setCarrier] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // If the same file is sent again, it has the same key and becomes the same import, even if it is unknown whether the first upload
  // arrived.
  const sent = useRef({ kind, carrier, file, key: '' })
  const chosen = KINDS.find(({ value }) => value === kind)
  const isReport = kind === REPORT
  const isOfCarrier = OF_A_CARRIER.includes(kind)
  const isReady = file !== null && !(isOfCarrier && carrier === '')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) setFile(dropped)
  }
  const submit = async () => {
    if (!isReady) return
    const { current: last } = sent
    if (last.kind !== kind || last.carrier !== carrier || last.file !== file) sent.current = { kind, carrier, file, key: newKey() }
    setSending(true)
    setError(null)
    try {
      const { path, query, type } = destinationOf(kind, carrier, file)
      const body = new Blob([file], { type })
      onStarted(await request('POST', path, { query, body, idempotencyKey: sent.current.key }))
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Import a file</h2>
      <CommandForm
        className="wide"
        action={isSending ? 'Uploading the file' : 'Import'}
        isRunning={isSending || !isReady}
        error={error}
        onSubmit={submit}
      >
        {!only && (
          <fieldset>
            <legend>Contents of the file</legend>
            {KINDS.map(({ value, label }) => (
              <label key={value} className="choice">
                <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => setKind(value)} />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        {isOfCarrier && <ChooseCarrier isReport={isReport} value={carrier} onChange={setCarrier} />}
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
          <label htmlFor={input}>{isReport ? 'CSV or JSON file' : 'CSV file'}: choose it or drop it here</label>
          <input
            id={input}
            type="file"
            accept={isReport ? '.csv,.json,.jsonl,.ndjson' : '.csv,text/csv'}
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
          UTF-8, separated by commas, at most 8 MiB. The first row names the columns: {chosen && columnsOf(chosen)}.{' '}
          {isReport
            ? 'Valid lines are imported even if other lines are invalid. No line counts twice.'
            : 'All rows or none: if one row is invalid, nothing changes.'}
        </p>
        {chosen && (
          <p>
            <a href={templateAddress(chosen)} download={`${kind}.csv`}>
              Download a template
            </a>
          </p>
        )}
      </CommandForm>
    </section>
  )
}
