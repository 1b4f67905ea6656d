import type { PrintJob } from './use-print.ts'

const SENTENCES = {
  fetching: 'The label is being made…',
  printer: 'The label is on the label printer.',
  browser: 'The label is with the printer.',
  shown: 'This browser does not print by itself: open the label and print it at 4 × 6 inches.',
  lost: 'The label needs the service, which cannot be reached. It prints by itself when the line is back. Keep the parcel aside.',
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
