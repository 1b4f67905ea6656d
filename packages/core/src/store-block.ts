import type { Store } from './network.ts'

/** A copy of a store, made when a sweep or manifest is created. Later changes to the store do not affect the sweep or manifest. */
export interface StoreBlock {
  name: string
  code: string
  city: string
  state: string | null
  postal_code: string | null
  country: string
  /** Street and number. */
  address: string
}

export const storeBlock = ({ name, code, city, state, postal_code, country, line1 }: Store): StoreBlock => ({
  name,
  code,
  city,
  state,
  postal_code: postal_code || null,
  country,
  address: line1,
})
