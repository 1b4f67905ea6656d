import { useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { Confirm } from '../../frame/confirm.tsx'
import { useCommand } from '../../live/use-live.ts'
import type { Action, ShownShipment } from '../types.ts'
import { mayAsk } from '../types.ts'
import { AmendForm } from './amend-form.tsx'
import { ELSEWHERE, KNOWN, type Known } from './known.ts'
import { RedirectForm } from './redirect-form.tsx'

const labelOf = ({ command }: Action): string | undefined => KNOWN[command]?.label ?? ELSEWHERE[command]

const whyNot = ({ outcome, message }: Action): string =>
  message ?? (outcome === 'recorded' ? 'It would be recorded and change nothing.' : 'It would change nothing.')

/** Why the others do not apply, in the service's words. */
const WhyNot = ({ actions }: { actions: readonly Action[] }) => {
  const others = actions.filter((action) => action.outcome !== 'applies' && mayAsk(action) && labelOf(action))
  const foreign = actions.filter((action) => !mayAsk(action) && labelOf(action))
  if (others.length + foreign.length === 0) return null
  return (
    <details className="why-not">
      <summary>What does not apply, and why</summary>
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

interface Open {
  command: string
  known: Known
}

/** The commands of the state table: those that apply now are buttons. */
export const Commands = ({ shipment }: { shipment: ShownShipment }) => {
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isRunning, error } = useCommand()
  const actions = shipment.actions ?? []
  const applies = actions.filter(({ command, outcome }) => outcome === 'applies' && KNOWN[command])
  const below = `/v2/shipments/${shipment.id}`
  const send = async (command: string, { path, body, isScan }: Known): Promise<void> => {
    if (isScan) await run('POST', `/v2/scan-events/${command}`, { shipment_id: shipment.id })
    else await run('POST', `${below}/${path}`, body ?? {})
    setOpen(null)
  }
  const choose = (command: string, known: Known): void => {
    if (known.asks || known.form) setOpen({ command, known })
    else void send(command, known)
  }
  const buttons = (isScan: boolean) =>
    applies
      .filter(({ command }) => (KNOWN[command]?.isScan ?? false) === isScan)
      .map(({ command }) => (
        <button type="button" key={command} disabled={isRunning} onClick={() => choose(command, KNOWN[command] as Known)}>
          {KNOWN[command]?.label}
        </button>
      ))
  const scans = buttons(true)
  return (
    <section aria-labelledby="commands">
      <h2 id="commands">What can be done</h2>
      <div className="buttons">{buttons(false)}</div>
      {applies.length === 0 && <p className="soft">Nothing, with your access and in the state in which it is.</p>}
      {scans.length > 0 && (
        <details className="by-hand">
          <summary>Record a scan by hand</summary>
          <p className="soft">For what was done and not scanned. It counts as done now, by you.</p>
          <div className="buttons">{scans}</div>
        </details>
      )}
      <Problem error={error} />
      <WhyNot actions={actions} />
      {open?.known.asks && (
        <Confirm
          title={open.known.asks.title}
          action={open.known.label}
          isRunning={isRunning}
          onConfirm={() => void send(open.command, open.known)}
          onCancel={() => setOpen(null)}
        >
          <p>{open.known.asks.effect}</p>
        </Confirm>
      )}
      {open?.known.form === 'redirect' && <RedirectForm shipment={shipment} onClose={() => setOpen(null)} />}
      {open?.known.form === 'amend' && <AmendForm shipment={shipment} onClose={() => setOpen(null)} />}
    </section>
  )
}
