import type { CustomsDeclaration } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { useLive } from '../../live/use-live.ts'
import { moneyText, plainWords } from '../../words.ts'
import type { ShownShipment } from '../types.ts'
import { usePicture } from './use-picture.ts'

/** What is declared of a parcel that crosses a border; nothing of others. */
export const Customs = ({ shipment: { customs_url } }: { shipment: ShownShipment }) =>
  customs_url === null ? null : <Declaration path={customs_url} />

const Declaration = ({ path }: { path: string }) => {
  const { data, error } = useLive<CustomsDeclaration>(path)
  return (
    <section aria-labelledby="customs">
      <h2 id="customs">Customs</h2>
      <Problem error={error} />
      {data && <Declared declaration={data} />}
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
          ? 'Nothing is declared.'
          : `${plainWords(contents_type ?? 'contents')}: ${items.length} ${items.length === 1 ? 'item' : 'items'}`}
        {total_value !== null && currency !== null && `, ${moneyText(total_value, currency)}`}
      </p>
      {export_reference !== null && (
        <p>
          Exported under <bdi>{export_reference}</bdi>
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and never move
            <li key={i}>
              {item.quantity ?? '?'} × <bdi>{item.description ?? 'not described'}</bdi> <code>{item.hs_code}</code> {item.origin_country}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <div className="notice">
          <p>{items.length === 0 ? 'Customs need it' : 'Not complete'}:</p>
          <ul>
            {missing.map((one) => (
              <li key={one.path}>
                <code>{one.path}</code> {one.message}
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

/** A document that is drawn when somebody asks for it, and then waits behind a link: a browser opens no window that nobody clicked for. */
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
        Make the {name}
      </button>
      <Problem error={error} />
    </>
  )
}
