import type { CarrierInvoice, CarrierInvoiceLine } from '@backhaul/client'
import { Skeleton } from '../../design/skeleton.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { useMeanwhile } from '../cases/use-meanwhile.ts'
import { useNext } from '../cases/use-next.tsx'
import { Fact } from '../facts.tsx'
import { Go, stringifySearch, useFilters, usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { useLive } from '../live/use-live.ts'
import { deltaText, moneyText, plainWords } from '../words.ts'
import { DecideLines } from './decide-lines.tsx'
import { Evidence } from './evidence.tsx'
import { findNextLine } from './next-line.ts'
import { Recheck } from './recheck.tsx'
import { chargeWords, stateWords, verdictText } from './words.ts'
import '../cases/cases.css'

interface Shown {
  invoice: CarrierInvoice
  line: CarrierInvoiceLine
}

const Facts = ({ invoice: { currency }, line }: Shown) => {
  const twin = line.evidence?.earlier.find(({ line_id }) => line_id === line.doubled_of)?.invoice_id ?? line.invoice_id
  return (
    <>
      <p>
        <strong>{verdictText(line, currency)}</strong>{' '}
        {line.doubled_of !== null && <Go to={`/console/invoices/${twin}/lines/${line.doubled_of}`}>View that line</Go>}
      </p>
      <dl>
        <Fact name="Charged">{moneyText(line.amount_cents, currency)}</Fact>
        <Fact name="Owed">{moneyText(line.expected_cents, currency)}</Fact>
        <Fact name="Difference">{deltaText(line.difference_cents, currency)}</Fact>
        <Fact name="For">{chargeWords(line.charge)}</Fact>
        {line.reference !== null && (
          <Fact name="Reference">
            <bdi>{line.reference}</bdi>
          </Fact>
        )}
        {line.weight !== null && <Fact name="Billed weight">{line.weight} lb</Fact>}
        {line.description !== null && (
          <Fact name="Carrier’s description" dir="auto" className="said">
            {line.description}
          </Fact>
        )}
      </dl>
    </>
  )
}

/** Shows the decision, who made it, and why. */
const Decided = ({ invoice: { currency }, line }: Shown) => (
  <>
    <p>
      {stateWords(line.state)}
      {line.agreed_cents !== null && `: ${moneyText(line.agreed_cents, currency)} to pay`}
      {line.decided_at !== null && (
        <>
          , <Time at={line.decided_at} /> by <bdi>{line.decided_by}</bdi>
        </>
      )}
      .
    </p>
    {line.note !== null && (
      <p dir="auto" className="said">
        {line.note}
      </p>
    )}
  </>
)

/** A line with its decision next to its evidence. After a decision the invoice's next undecided line opens. */
const LineView = ({ invoice, line }: Shown) => {
  const { session } = useCurrentSession()
  const [{ verdict }] = useFilters()
  const { isMeanwhile, own } = useMeanwhile(line.state)
  const { openNext, setSaid, news, button, problem } = useNext({
    id: line.id,
    label: 'Next undecided line',
    how: 'is undecided',
    none: `There is no other undecided ${verdict === undefined ? 'line' : `line with the verdict ${verdict}`}.`,
    find: () => findNextLine(line, verdict),
    addressOf: (id) => `/console/invoices/${invoice.id}/lines/${id}${stringifySearch(verdict === undefined ? {} : { verdict })}`,
  })
  return (
    <>
      {news}
      <div className="case">
        <section aria-labelledby="decision" className="beside">
          <h2 id="decision">Decision</h2>
          <Facts invoice={invoice} line={line} />
          <div role="alert">
            {isMeanwhile && <p className="notice warn">Another person has already decided: {stateWords(line.state).toLowerCase()}.</p>}
          </div>
          {line.state !== 'open' && <Decided invoice={invoice} line={line} />}
          <div className="buttons">
            {session.access === 'operator' && (
              <>
                <DecideLines
                  invoice={invoice}
                  lines={[line]}
                  onDecided={({ done }) => {
                    own()
                    void openNext(`Line ${line.line} ${done}.`)
                  }}
                />
                <Recheck invoice={invoice} lines={[line]} onDone={setSaid} />
              </>
            )}
            {button}
          </div>
          {problem}
        </section>
        <Evidence line={line} />
      </div>
    </>
  )
}

export const Page = () => {
  const [id, line_id] = [usePathParam('id'), usePathParam('line')]
  const [{ verdict }] = useFilters()
  const path = `/v2/ops/carrier-invoices/${id}` as const
  const { data: invoice, error } = useLive(path)
  const { data: line, error: lineError } = useLive(`${path}/lines/${line_id}`)
  return (
    <>
      <p className="back">
        <Go to={`/console/invoices/${id}${stringifySearch(verdict === undefined ? {} : { verdict })}`}>
          {invoice ? (
            <>
              Invoice <bdi>{invoice.number}</bdi> of <bdi>{invoice.carrier}</bdi>
            </>
          ) : (
            'The invoice'
          )}
        </Go>
      </p>
      <h1>
        {line ? (
          <>
            Line {line.line}: {plainWords(line.verdict).toLowerCase()}, <bdi>{line.number}</bdi>
          </>
        ) : (
          'Invoice line'
        )}
      </h1>
      <Problem error={error ?? lineError} />
      {invoice && line ? <LineView key={line.id} invoice={invoice} line={line} /> : !(error ?? lineError) && <Skeleton />}
    </>
  )
}
