import type { Quote } from '@backhaul/client'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Wide } from '../../design/wide.tsx'
import { Day } from '../../shared/time.tsx'
import { inWords, moneyText, plainWords } from '../words.ts'

type Chosen = Quote['candidates'][number]

const ZONE_WORDS: Record<string, string> = {
  local: 'sender and recipient are in the same state',
  regional: 'both postal codes begin with the same character',
  national: 'the same country',
  international: 'another country',
}
const REASON_WORDS: Record<string, string> = {
  inactive: 'not in use',
  other_market_carrier: 'the country always uses another carrier',
  no_rate: 'has no rate for this country, zone and service',
  too_heavy: 'the parcel is too heavy',
  too_large: 'the parcel is too large',
}

const WeightWords = ({ quote: { weight, parcel } }: { quote: Quote }) => (
  <p>
    The parcel weighs {weight.actual_lb} lb. Its size, {parcel.length} x {parcel.width} x {parcel.height} in, counts as{' '}
    {weight.dimensional_lb} lb. The price is based on its {weight.billed_by}: <strong>{weight.billable_lb} lb</strong>.
  </p>
)

const candidateColumns = ({ currency, weight }: Quote): SmallColumn<Chosen>[] => [
  { title: 'Carrier', cell: ({ name }) => <bdi>{name}</bdi>, isHead: true },
  { title: 'Per parcel', cell: ({ tariff, base_cents }) => (tariff ? '' : moneyText(base_cents, currency)), isNumber: true },
  {
    title: 'By weight',
    cell: ({ tariff, per_lb_cents, weight_cents }) =>
      tariff
        ? `by its tariff, zone ${tariff.zone}`
        : `${weight.billable_lb} lb x ${moneyText(per_lb_cents, currency)} = ${moneyText(weight_cents, currency)}`,
    isNumber: true,
  },
  { title: 'Price', cell: ({ amount }) => moneyText(amount, currency), isNumber: true },
  { title: 'Chosen', cell: ({ chosen }) => (chosen ? 'yes' : '') },
]

/** Shows each part of a tariff's price and its calculation. The table above shows the parts of a rate card's price. */
const TariffLines = ({ quote, lines }: { quote: Quote; lines: Chosen['lines'] }) => (
  <Wide label="Price table">
    <table className="plain">
      <caption>Price components</caption>
      <tbody>
        {lines.map(({ code, cents, detail }) => (
          <tr key={`${code} ${detail}`}>
            <th scope="row">{plainWords(code)}</th>
            <td>{detail}</td>
            <td className="number">{moneyText(cents, quote.currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td className="number">{moneyText(quote.amount, quote.currency)}</td>
        </tr>
      </tfoot>
    </table>
  </Wide>
)

/** Shows the zone that the price is based on. A tariff has its own zones. */
const ZoneWords = ({ quote: { zone }, chosen }: { quote: Quote; chosen: Chosen | undefined }) =>
  chosen?.tariff ? (
    <>
      Zone {chosen.tariff.zone} of the tariff of <bdi>{chosen.name}</bdi> valid from <Day on={chosen.tariff.effective_on} />: based on the
      first characters of both postal codes.
    </>
  ) : (
    <>
      Zone {zone}: {ZONE_WORDS[zone] ?? inWords(zone)}.
    </>
  )

/** Explains a price: the zone, the billed weight, the compared carriers, and the excluded carriers with the reasons. */
export const QuoteLines = ({ quote }: { quote: Quote }) => {
  const chosen = quote.candidates.find((one) => one.chosen)
  return (
    <>
      <h3>
        {moneyText(quote.amount, quote.currency)} to {quote.market}
      </h3>
      <p>
        <ZoneWords quote={quote} chosen={chosen} />{' '}
        {quote.market_kind === 'fixed'
          ? 'One carrier serves this country.'
          : 'The cheapest carrier is used. It is chosen at injection, with the rates at that time.'}
      </p>
      <WeightWords quote={quote} />
      <SmallTable
        label="Table of carriers"
        caption="Possible carriers, cheapest first"
        columns={candidateColumns(quote)}
        rows={quote.candidates}
        rowKey={({ carrier }) => carrier}
      />
      {chosen?.tariff && <TariffLines quote={quote} lines={chosen.lines} />}
      {quote.excluded.length > 0 && (
        <>
          <h4>Excluded carriers</h4>
          <ul>
            {quote.excluded.map(({ carrier, name, reason, max_weight_lb }) => (
              <li key={carrier}>
                <bdi>{name}</bdi>: {REASON_WORDS[reason] ?? inWords(reason)}
                {reason === 'too_heavy' && max_weight_lb !== null && `: the limit is ${max_weight_lb} lb`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
