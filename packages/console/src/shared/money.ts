// Amounts in the pages: the service's own module, so that nothing reckons with an amount, writes or reads it in another way.
import type { Money } from '../../../server/src/domain/money.ts'

export * from '../../../server/src/domain/money.ts'

declare module '../../../client/src/money.ts' {
  interface Registered {
    money: Money
  }
}
