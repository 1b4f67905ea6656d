import type { CustomsDeclaration } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { useCurrentSession } from '../../frame/session.tsx'
import { mayCommand } from '../../frame/who-may.ts'
import { useLive } from '../../live/use-live.ts'
import { moneyText, plainWords } from '../../words.ts'
import { hasEnded, type ShownShipment } from '../types.ts'
import { placeWords } from './declaration.ts'
import { type DeclarationPath, Declare } from './declare.tsx'
import { usePicture } from './use-picture.ts'

/** Shows the customs declaration of a parcel that crosses a border. Renders nothing for other parcels. */
export const Customs = ({ shipment }: { shipment: ShownShipment }) =>
  shipment.customs_url === null ? null : <Declaration path={`/v2/shipments/${shipment.id}/customs`} isEnded={hasEnded(shipment)} />

const Declaration = ({ path, isEnded }: { path: DeclarationPath; isEnded: boolean }) => {
  const { session } = useCurrentSession()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useLive(path)
  const mayDeclare = mayCommand(session, 'shipments:write')
  return (
    <section aria-labelledby="customs">
      <h2 id="customs">Customs</h2>
      <Problem error={error} />
      {data && <Declared declaration={data} />}
      {data && mayDeclare && isEnded && <p className="soft">The shipment has ended. The declaration can no longer be changed.</p>}
      {data && mayDeclare && !isEnded && !isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          {data.items.length === 0 ? 'Declare the contents' : 'Change the declaration'}
        </button>
      )}
      {data && isOpen && <Declare path={path} declared={data} onClose={() => setOpen(false)} />}
    </section>
  )
}

const Declared = ({ declaration }: { declaration: CustomsDeclaration }) => {
  const { contents_type, currency, export_reference, items, missing, total_value, cn23_url, commercial_invoice_url, updated_at } =
    declaration
  return (
    <>
      <p>
        {items.length === 0
          ? 'No contents are declared.'
          : `${plainWords(contents_type ?? 'contents')}: ${items.length} ${items.length === 1 ? 'item' : 'items'}`}
        {total_value !== null && currency !== null && `, ${moneyText(total_value, currency)}`}
      </p>
      {export_reference !== null && (
        <p>
          Export reference: <bdi>{export_reference}</bdi>
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and never move
            <li key={i}>
              {item.quantity ?? '?'} × <bdi>{item.description ?? 'not described'}</bdi> <code>{item.hs_code}</code> {item.origin_country}
              {item.value !== null && currency !== null && `, ${moneyText(item.value, currency)} each`}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <div className="notice">
          <p>{items.length === 0 ? 'Required by customs' : 'Incomplete'}:</p>
          <ul>
            {missing.map((one) => (
              <li key={one.path}>
                <strong>{placeWords(one.path)}</strong> {one.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {items.length > 0 && (
        <div className="buttons">
          <Paper name="CN 23" path={cn23_url} version={updated_at} />
          <Paper name="commercial invoice" path={commercial_invoice_url} version={updated_at} />
        </div>
      )}
    </>
  )
}

/** A document that is drawn on request and then offered as a link, because browsers block windows that do not open on a click. */
const Paper = ({ name, path, version }: { name: string; path: string | null; version: string | null }) => {
  const [asked, setAsked] = useState(false)
  const { url, error } = usePicture(asked ? path : null, 'application/pdf', version)
  if (path === null) return null
  if (url)
    return (
      <a href={url} target="_blank" rel="noreferrer" ref={(link) => link?.focus()}>
        Open the {name}
      </a>
    )
  return (
    <>
      <button type="button" disabled={asked && !error} onClick={() => setAsked(true)}>
        Create the {name}
      </button>
      <Problem error={error} />
    </>
  )
}
