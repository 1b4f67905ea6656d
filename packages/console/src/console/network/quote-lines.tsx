import type { Quote } from '@backhaul/client'
import { Day } from '../../shared/time.tsx'
import { type SmallColumn, SmallTable } from '../lists/small-table.tsx'
import { Wide } from '../lists/wide.tsx'
import { inWords, moneyText, plainWords } from '../words.ts'

type Chosen = Quote['candidates'][number]

const ZONE_WORDS: Record<string, string> = {
  local: 'both ends are in the same state',
  regional: 'the postal codes begin alike',
  national: 'the same country',
  international: 'another country',
}
const REASON_WORDS: Record<string, string> = {
  inactive: 'not in use',
  other_market_carrier: 'the country has one fixed carrier, and this is another',
  no_rate: 'has no rate for this country, zone and service',
  too_heavy: 'the parcel is too heavy for it',
  too_large: 'the parcel is too large for it',
}

const WeightWords = ({ quote: { weight, parcel } }: { quote: Quote }) => (
  <p>
    The parcel weighs {weight.actual_lb} lb. Its size, {parcel.length} x {parcel.width} x {parcel.height} in, counts as{' '}
    {weight.dimensional_lb} lb. It is billed by its {weight.billed_by}: <strong>{weight.billable_lb} lb</strong>.
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
  <Wide label="Table of the price">
    <table className="plain">
      <caption>Of what the price consists</caption>
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
          <th scope="row">In all</th>
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
      Zone {chosen.tariff.zone} of the tariff of <bdi>{chosen.name}</bdi> that is in force from <Day on={chosen.tariff.effective_on} />: by
      how both postal codes begin.
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
          ? 'One carrier takes everything there.'
          : 'The cheapest carrier takes it; which one is decided at injection, by the rates of then.'}
      </p>
      <WeightWords quote={quote} />
      <SmallTable
        label="Table of carriers"
        caption="Carriers that could take it, cheapest first"
        columns={candidateColumns(quote)}
        rows={quote.candidates}
        rowKey={({ carrier }) => carrier}
      />
      {chosen?.tariff && <TariffLines quote={quote} lines={chosen.lines} />}
      {quote.excluded.length > 0 && (
        <>
          <h4>Not compared</h4>
          <ul>
            {quote.excluded.map(({ carrier, name, reason, max_weight_lb }) => (
              <li key={carrier}>
                <bdi>{name}</bdi>: {REASON_WORDS[reason] ?? inWords(reason)}
                {reason === 'too_heavy' && max_weight_lb !== null && `, which takes up to ${max_weight_lb} lb`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
