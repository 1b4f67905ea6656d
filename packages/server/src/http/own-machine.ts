// Rate limits for a machine with one process, where other machines may share the database. The process is its own broker.
import { RateBroker } from './rate-broker.ts'
import { SharedRates } from './shared-rates.ts'

export const ownBroker = (): { rates: SharedRates; broker: RateBroker } => {
  const broker = new RateBroker(async () => null)
  const rates = new SharedRates({
    ask: (ask) => broker.ask(0, ask),
    tell: async (used) => used.map(({ bucket, ...rest }) => broker.tell(0, bucket, rest)),
  })
  return { rates, broker }
}
