// Amounts in the pages. They use the service's own module, so that pages and service calculate, write and read amounts in the same way.
import type { Money } from '../../../server/src/domain/money.ts'

export * from '../../../server/src/domain/money.ts'

declare module '../../../client/src/money.ts' {
  interface Registered {
    money: Money
  }
}
