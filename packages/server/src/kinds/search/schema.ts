import { HIT_KINDS, MATCHED_BY } from '@backhaul/core/search.ts'
import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'

const text = (description: string) => Nullable(Type.String({ description }))

const HIT = {
  object: Type.Enum(['search_hit']),
  kind: Type.Enum([...HIT_KINDS], { description: 'Kind of the result' }),
  id: Type.String({ description: 'Id of the result' }),
  matched_by: Type.Enum([...MATCHED_BY], { description: 'Which identifier of the result matches the text' }),
  title: text('Name that people use for the result, such as a tracking number, a confirmation code or an event type'),
  status: text('Current status; null if the result has none'),
  partner_id: text("Partner that the result belongs to; null for an operator's key and for a consolidation"),
  shipment_id: text('Shipment that the result belongs to, if any'),
  created_at: Time('Creation'),
}

export const SearchHit = Type.Object(HIT, { title: 'SearchHit' })

export const SearchSuggestions = Type.Object(
  {
    object: Type.Enum(['search_suggestions']),
    data: Type.Array(
      Type.Object(
        {
          ...HIT,
          object: Type.Enum(['search_suggestion']),
          matched_text: text('The value that matches, such as a name or an order number'),
        },
        { title: 'SearchSuggestion', description: 'A record that a part of a number or a name matches' },
      ),
    ),
    fragments: Type.Boolean({
      description: 'Whether fragments of names were searched. False: only the beginnings of words, because the database has no `pg_trgm`',
    }),
  },
  { title: 'SearchSuggestions', description: 'The records that match, grouped by kind, the best first' },
)
