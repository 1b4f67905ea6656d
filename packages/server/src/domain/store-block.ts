import type { Store } from './network.ts'

/** A store as it was when a sweep or manifest was made out to it: copied, so that later changes of the store do not alter it. */
export interface StoreBlock {
  name: string
  code: string
  city: string
  state: string | null
  postal_code: string
  country: string
  /** Street and number. */
  address: string
}

export const storeBlock = ({ name, code, city, state, postal_code, country, line1 }: Store): StoreBlock => ({
  name,
  code,
  city,
  state,
  postal_code,
  country,
  address: line1,
})
