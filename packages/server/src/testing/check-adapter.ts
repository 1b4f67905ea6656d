// The conformance suite of carrier adapters (docs/carrier-adapters.md#test-an-adapter). It needs no test framework.
import {
  type Answer,
  type BookableParcel,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierResponse,
  type Purchase,
  SEAM_VERSION,
} from '@backhaul/core/carrier-adapter.ts'
import { faultOf } from '../kinds/carriers/adapter.ts'
import { areNumbers, isUsable } from '../kinds/carriers/answers.ts'
import { accountAt, type Reach } from '../kinds/carriers/call.ts'
import { formatOf } from '../kinds/carriers/purchases.ts'

/** An account at a carrier that sells labels: without surprises, to the given parcels. */
export const accountOf = (reach: Pick<Reach, 'url' | 'secret'>, adapter: CarrierAdapter): CarrierAccount =>
  accountAt(
    {
      ...reach,
      targets: { allowPrivate: true, loopbackOnly: true },
      ending: new AbortController().signal,
      take: async () => true,
      mayPay: async () => true,
      held: async () => [],
    },
    adapter,
  )

const LOST: readonly [what: string, response: CarrierResponse][] = [
  ['no answer', { no_answer: 'lost', was_sent: true }],
  ['status 500', { status: 500, headers: {}, bytes: Buffer.from('{}') }],
  ['status 502 with a page', { status: 502, headers: {}, bytes: Buffer.from('<html>') }],
  ['status 408', { status: 408, headers: {}, bytes: Buffer.from('{}') }],
  ['a page with status 404', { status: 404, headers: {}, bytes: Buffer.from('<html>') }],
  ['an empty body', { status: 200, headers: {}, bytes: Buffer.alloc(0) }],
  ['a cut body', { status: 200, headers: {}, bytes: Buffer.from('{"id": "1", "num') }],
]
const HARMLESS: readonly [what: string, failed: string, response: CarrierResponse][] = [
  ['no connection', 'later', { no_answer: 'refused', was_sent: false }],
  ['status 429', 'later', { status: 429, headers: { 'retry-after': '2' }, bytes: Buffer.from('{}') }],
  ['status 401', 'stopped', { status: 401, headers: {}, bytes: Buffer.from('{}') }],
]

const nameOf = (answer: Answer<unknown>): string => ('done' in answer ? 'done' : answer.failed)

/**
 * Runs an adapter against its carrier and returns the rules that it breaks, one sentence each. `parcel` makes a parcel that the carrier
 * serves, with a new reference each time. The run buys two labels and voids one of them.
 */
export const checkAdapter = async (adapter: CarrierAdapter, account: CarrierAccount, parcel: () => BookableParcel): Promise<string[]> => {
  const broken: string[] = []
  const must = (isTrue: boolean, rule: string) => void (isTrue || broken.push(rule))
  must(adapter.seam === SEAM_VERSION && faultOf(adapter) === null, `the declarations are valid: ${faultOf(adapter) ?? 'yes'}`)
  const service = adapter.open(account)
  const first = parcel()
  const rates = await service.rates(first)
  if (!('done' in rates)) return [...broken, `rates answers for a parcel that is served, not ${rates.failed}: ${rates.reason}`]
  const [offer] = rates.done.offers
  if (!offer) return [...broken, 'rates offers a service for a parcel that is served']
  must(Number.isSafeInteger(offer.cost.amount), 'the cost of an offer is in minor units')
  const attempt = { reference: first.reference, carrier_shipment_id: rates.done.carrier_shipment_id, offer: offer.id }
  const before = await service.find(attempt)
  must('done' in before && before.done.length === 0, 'find shows no label before the purchase')

  const damaged = (response: CarrierResponse) => adapter.open({ ...account, call: async () => response })
  for (const [what, response] of LOST) {
    must(nameOf(await damaged(response).buy(attempt, first)) === 'unknown', `buy answers unknown after ${what}`)
    must(!('done' in (await damaged(response).find(attempt))), `find does not say what was bought after ${what}`)
    must(nameOf(await damaged(response).void(attempt, 'N-1')) === 'unknown', `void answers unknown after ${what}`)
    must(nameOf(await damaged(response).rates(first)) !== 'refused', `rates does not refuse the parcel after ${what}`)
  }
  for (const [what, failed, response] of HARMLESS) {
    const answer = nameOf(await damaged(response).buy(attempt, first))
    must(answer === failed, `buy answers ${failed} after ${what}, not ${answer}`)
  }

  const bought = await service.buy(attempt, first)
  if (!('done' in bought)) return [...broken, `buy sells a label, not ${bought.failed}: ${bought.reason}`]
  checkPurchase(bought.done, must)
  must(isUsable(rates.done) && isUsable(bought.done), 'texts have at most 500 characters and no control characters, and amounts are whole')
  must(nameOf(await service.buy(attempt, first)) === 'unknown', 'a second purchase of one attempt answers unknown')
  const found = await service.find(attempt)
  const [label] = 'done' in found ? found.done : []
  must(
    'done' in found && found.done.length === 1 && label?.numbers[0] === bought.done.numbers[0],
    'find shows the label that was bought, once',
  )
  const voided = await service.void(attempt, bought.done.numbers[0])
  must('done' in voided, 'void accepts a new label')
  const after = await service.find(attempt)
  must('done' in after && after.done.every((one) => one.void !== 'none'), 'find shows the state of a void')
  must(nameOf(await service.track(null)) === 'done', 'track answers')
  const push = { headers: { 'x-service-timestamp': '1', 'x-next': '1' }, body: Buffer.from('{}') }
  must((await service.readPush(push)) === null, 'readPush refuses a request without a valid signature')
  return broken
}

const checkPurchase = ({ numbers, cost, label, void: voided }: Purchase, must: (isTrue: boolean, rule: string) => void): void => {
  must(areNumbers(numbers), 'numbers have 1 to 64 visible characters')
  const sum = cost?.charges.reduce((total, { amount }) => total + amount, 0)
  must(cost !== null && Number.isSafeInteger(cost.amount), 'the cost of a label is in minor units')
  must(cost?.charges.length === 0 || sum === cost?.amount, 'the charges add up to the cost')
  must(label !== null && formatOf(label) !== 'other', 'a label has bytes of a known format')
  must(voided === 'none', 'a new label is not void')
}
