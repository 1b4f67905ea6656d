import { useState } from 'react'
import { Confirm } from '../../../design/dialog.tsx'
import { Problem } from '../../../shared/problem.tsx'
import { useCommand } from '../../live/use-live.ts'
import type { Action, ShownShipment } from '../types.ts'
import { mayAsk } from '../types.ts'
import { AmendForm } from './amend-form.tsx'
import { ELSEWHERE, KNOWN, type Known } from './known.ts'
import { RedirectForm } from './redirect-form.tsx'

const labelOf = ({ command }: Action): string | undefined => KNOWN[command]?.label ?? ELSEWHERE[command]

const whyNot = ({ outcome, message }: Action): string =>
  message ?? (outcome === 'recorded' ? 'The action would be recorded, but would change nothing.' : 'The action would change nothing.')

/** Shows why the other commands do not apply, in the service's words. */
const WhyNot = ({ actions }: { actions: readonly Action[] }) => {
  const others = actions.filter((action) => action.outcome !== 'applies' && mayAsk(action) && labelOf(action))
  const foreign = actions.filter((action) => !mayAsk(action) && labelOf(action))
  if (others.length + foreign.length === 0) return null
  return (
    <details className="why-not">
      <summary>Unavailable actions and reasons</summary>
      <ul>
        {[...others, ...foreign].map((action) => (
          <li key={action.command}>
            <strong>{labelOf(action)}:</strong> {whyNot(action)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The commands of the state table. Commands that apply now are buttons. */
export const Commands = ({ shipment }: { shipment: ShownShipment }) => {
  const [open, setOpen] = useState<Known | null>(null)
  const { run, isRunning, error } = useCommand()
  const actions = shipment.actions ?? []
  const applies = actions.filter(({ command, outcome }) => outcome === 'applies' && KNOWN[command])
  const send = async ({ path, body, scan }: Known): Promise<void> => {
    if (scan) await run('POST', `/v2/scan-events/${scan}`, { shipment_id: shipment.id })
    else if (path) await run('POST', `/v2/shipments/${shipment.id}/${path}`, body ?? {})
    setOpen(null)
  }
  const choose = (known: Known): void => {
    if (known.asks || known.form) setOpen(known)
    else void send(known)
  }
  const buttons = (isScan: boolean) =>
    applies
      .filter(({ command }) => (KNOWN[command]?.scan !== undefined) === isScan)
      .map(({ command }) => (
        <button
          type="button"
          key={command}
          className={KNOWN[command]?.asks?.isDanger ? 'danger' : undefined}
          disabled={isRunning}
          onClick={() => choose(KNOWN[command] as Known)}
        >
          {KNOWN[command]?.label}
        </button>
      ))
  const scans = buttons(true)
  return (
    <section aria-labelledby="commands">
      <h2 id="commands">Actions</h2>
      <div className="buttons">{buttons(false)}</div>
      {applies.length === 0 && <p className="soft">No actions are available for this shipment with your access.</p>}
      {scans.length > 0 && (
        <details className="by-hand">
          <summary>Record a scan by hand</summary>
          <p className="soft">Use this if a step was done but not scanned. The scan is recorded with the current time and your name.</p>
          <div className="buttons">{scans}</div>
        </details>
      )}
      <Problem error={error} />
      <WhyNot actions={actions} />
      {open?.asks && (
        <Confirm
          title={open.asks.title}
          action={open.label}
          isDanger={open.asks.isDanger ?? false}
          isRunning={isRunning}
          onConfirm={() => void send(open)}
          onCancel={() => setOpen(null)}
        >
          <p>{open.asks.effect}</p>
        </Confirm>
      )}
      {open?.form === 'redirect' && <RedirectForm shipment={shipment} onClose={() => setOpen(null)} />}
      {open?.form === 'amend' && <AmendForm shipment={shipment} onClose={() => setOpen(null)} />}
    </section>
  )
}
