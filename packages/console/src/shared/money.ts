// Amounts on the pages. They use the service's own module, so that pages and service calculate, format and parse amounts in the same way.
import type { Money } from '@backhaul/core/money.ts'

export * from '@backhaul/core/money.ts'

declare module '../../../client/src/money.ts' {
  interface Registered {
    money: Money
  }
}
