import { Type } from 'typebox'
import { Nullable } from '../http/schemas.ts'

export const StoreBlockOut = Type.Object(
  {
    name: Type.String(),
    code: Type.String(),
    city: Type.String(),
    state: Nullable(Type.String()),
    postal_code: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2 code' }),
    address: Type.String({ description: 'Street and number' }),
  },
  { title: 'StoreCopy', description: 'The store as it was then; later changes of the store do not alter it.' },
)
