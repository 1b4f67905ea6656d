// What is known of a parcel, beside a decision about it.
import type { Adjustment, Discrepancy, Parcel, Scan, Shipment } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { useLive } from '../live/use-live.ts'
import { deltaText, moneyText, plainWords, statusWords } from '../words.ts'
import { hasOtherSize, sizeText, weightText } from './measures.ts'

const MOST = 100

interface List<Row> {
  data: Row[]
  has_more: boolean
}

interface Picture {
  id: string
  words: string
  at: string
}

const DOCUMENTS = ['photo_document_id', 'pod_document_id'] as const
const WORDS = { photo_document_id: 'Photo', pod_document_id: 'Proof of delivery' } as const

/** The pictures that scans name, each once. */
const picturesOf = (scans: readonly Scan[]): Picture[] => {
  const found = new Map<string, Picture>()
  for (const { kind, details, occurred_at } of scans) {
    for (const name of DOCUMENTS) {
      const id = details[name]
      if (typeof id === 'string') found.set(id, { id, words: `${WORDS[name]} of the scan "${plainWords(kind)}"`, at: occurred_at })
    }
  }
  return [...found.values()]
}

const Shown = ({ picture: { id, words, at } }: { picture: Picture }) => {
  const [isGone, setGone] = useState(false)
  const address = `/v2/documents/${encodeURIComponent(id)}`
  return (
    <figure className="evidence-picture">
      {isGone ? (
        <p className="soft">This picture cannot be shown.</p>
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={words} loading="lazy" onError={() => setGone(true)} />
        </a>
      )}
      <figcaption>
        {words}, <Time at={at} />
      </figcaption>
    </figure>
  )
}

const Pictures = ({ scans }: { scans: readonly Scan[] }) => {
  const pictures = picturesOf(scans)
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">Photos and documents</h2>
      {pictures.length === 0 && <p className="soft">No scan came with a picture.</p>}
      <div className="evidence-pictures">
        {pictures.map((picture) => (
          <Shown key={picture.id} picture={picture} />
        ))}
      </div>
    </section>
  )
}

interface Measured {
  key: string
  words: string
  parcel: Parcel
  at: string
}

const Measures = ({ shipment, found }: { shipment: Shipment; found: readonly Discrepancy[] }) => {
  const declared = found.at(-1)?.declared ?? shipment.parcel
  const rows: Measured[] = [
    { key: 'declared', words: 'Declared', parcel: declared, at: shipment.created_at },
    ...found
      .filter(({ reason }) => reason === null)
      .map(({ id, stage, observed, created_at }) => ({ key: id, words: `Observed at ${stage}`, parcel: observed, at: created_at }))
      .toReversed(),
    { key: 'recorded', words: 'Recorded now', parcel: shipment.parcel, at: shipment.updated_at },
  ]
  return (
    <section aria-labelledby="measures">
      <h2 id="measures">Declared and observed</h2>
      <div className="scrolls">
        <table className="facts">
          <thead>
            <tr>
              <th scope="col">Parcel</th>
              <th scope="col">Weight</th>
              <th scope="col">Size</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, words, parcel, at }) => (
              <tr key={key}>
                <th scope="row">{words}</th>
                <td>{parcel.weight === declared.weight ? weightText(parcel) : <mark>{weightText(parcel)}, differs</mark>}</td>
                <td>{hasOtherSize(parcel, declared) ? <mark>{sizeText(parcel)}, differs</mark> : sizeText(parcel)}</td>
                <td>
                  <Time at={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const Prices = ({ shipment, adjustments, current }: { shipment: Shipment; adjustments: readonly Adjustment[]; current: string }) => {
  const { amount, currency } = shipment
  const total = adjustments.filter((one) => one.dispute_status !== 'upheld').reduce((sum, { delta_amount }) => sum + delta_amount, amount)
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">Price</h2>
      <div className="scrolls">
        <table className="facts">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col" className="number">
                Amount
              </th>
              <th scope="col">Dispute</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Agreed price</th>
              <td className="number">{moneyText(amount, currency)}</td>
              <td />
              <td>
                <Time at={shipment.created_at} />
              </td>
            </tr>
            {adjustments.toReversed().map(({ id, reason, source, delta_amount, currency: of, dispute_status, created_at }) => (
              <tr key={id} aria-current={id === current || undefined}>
                <th scope="row">
                  <Go to={`/console/disputes/${id}`}>
                    {plainWords(reason)}, {source === 'manual' ? 'by hand' : `by a ${source}`}
                  </Go>
                </th>
                <td className="number">{deltaText(delta_amount, of)}</td>
                <td>{dispute_status ? plainWords(dispute_status) : 'Not disputed'}</td>
                <td>
                  <Time at={created_at} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Comes to</th>
              <td className="number">{moneyText(total, currency)}</td>
              <td colSpan={2}>without what was upheld</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

/** A scan's own fields in words; pictures are shown apart. */
const detailsOf = ({ details }: Scan): string =>
  Object.entries(details)
    .filter(([name, value]) => value !== null && !(DOCUMENTS as readonly string[]).includes(name))
    .map(([name, value]) => `${plainWords(name)}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('; ')

const Scans = ({ list }: { list: List<Scan> }) => (
  <section aria-labelledby="scans">
    <h2 id="scans">Scans</h2>
    {list.data.length === 0 && <p className="soft">Nobody has scanned it.</p>}
    {list.data.length > 0 && (
      <div className="scrolls">
        <table className="facts">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Scan</th>
              <th scope="col">Where and who</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((scan) => (
              <tr key={scan.id}>
                <td>
                  <Time at={scan.occurred_at} />
                </td>
                <th scope="row">
                  {plainWords(scan.kind)}
                  {!scan.applied && ' (late)'}
                </th>
                <td>
                  <bdi>{[scan.location?.name ?? scan.facility, scan.scanner_name].filter(Boolean).join(', ')}</bdi>
                </td>
                <td>
                  <bdi>{detailsOf(scan)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    {list.has_more && <p className="soft">The {MOST} newest; all of them are on the page of the shipment.</p>}
  </section>
)

/** `current`: the case that it is evidence of. */
export const Evidence = ({ shipment_id, current }: { shipment_id: string; current: string }) => {
  const path = `/v2/shipments/${shipment_id}`
  const shipment = useLive<Shipment>(path)
  const scans = useLive<List<Scan>>(`${path}/scans`, { limit: MOST })
  const adjustments = useLive<List<Adjustment>>(`${path}/adjustments`, { limit: MOST })
  const found = useLive<List<Discrepancy>>(`${path}/discrepancies`, { limit: MOST })
  const all = [shipment, scans, adjustments, found]
  return (
    <div className="evidence">
      <Problem error={all.find(({ error }) => error)?.error} />
      {all.some(({ isLoading }) => isLoading) && <p role="status">One moment.</p>}
      {shipment.data && (
        <p>
          Shipment <Go to={`/console/shipments/${shipment_id}`}>{shipment.data.tracking}</Go>: {statusWords(shipment.data.status)}
          {shipment.data.order_id && (
            <>
              , order <bdi>{shipment.data.order_id}</bdi>
            </>
          )}
          {shipment.data.declared_value !== null && `, declared value ${moneyText(shipment.data.declared_value, shipment.data.currency)}`}
        </p>
      )}
      {shipment.data && found.data && <Measures shipment={shipment.data} found={found.data.data} />}
      {scans.data && <Pictures scans={scans.data.data} />}
      {shipment.data && adjustments.data && <Prices shipment={shipment.data} adjustments={adjustments.data.data} current={current} />}
      {scans.data && <Scans list={scans.data} />}
    </div>
  )
}
