import type { PrintJob } from './use-print.ts'

const SENTENCES = {
  fetching: 'Preparing the label…',
  printer: 'The label was sent to the label printer.',
  browser: 'The label was sent to the printer.',
  shown: 'This browser cannot print automatically. Open the label and print it at 4 × 6 inches.',
  lost: 'The service cannot be reached. The label prints automatically when the connection is back. Put the parcel aside.',
} as const

interface Props {
  job: PrintJob
  onAgain: () => void
}

/** Shows the progress of printing a label, with the commands for it. */
export const PrintStatus = ({ job, onAgain }: Props) => (
  <section
    className={`notice print-status ${job.state.kind === 'refused' ? 'bad' : job.state.kind === 'lost' ? 'warn' : ''}`}
    aria-label="Label"
  >
    <p role="status">
      <strong dir="auto">{job.about}</strong> {job.state.kind === 'refused' ? job.state.message : SENTENCES[job.state.kind]}
    </p>
    <div className="row">
      {job.state.kind === 'shown' && (
        <a className="button" href={job.state.url} target="_blank" rel="noreferrer">
          Open the label
        </a>
      )}
      {job.state.kind !== 'fetching' && (
        <button type="button" onClick={onAgain}>
          Print again
        </button>
      )}
    </div>
  </section>
)
