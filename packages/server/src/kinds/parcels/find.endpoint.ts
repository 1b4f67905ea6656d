import { spellingsOf } from '@backhaul/core/carrier-number.ts'
import { isOfSeries } from '@backhaul/core/numbering.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { readCode } from '@backhaul/core/scanned-code.ts'
import { Type } from 'typebox'
import { answer, endpoint, reach } from '../../http/endpoint.ts'
import type { Service } from '../../service/service.ts'
import { countLookUp, limitedPersonOf } from '../scans/misses.ts'
import { findParcel as find } from './find.ts'
import { foundParcelResource } from './resource.ts'
import { FoundParcel } from './schema.ts'

/**
 * If one of the network's carriers could have issued the number, it counts as an ordinary miss, no matter what else it looks like.
 * Carriers' own numbers are often consecutive too, so they could be guessed.
 */
const missOf = async (service: Service, { code }: Refusal, scanned: string): Promise<{ misses: 1 } | { foreign: 1 }> => {
  if (code !== 'code_foreign') return { misses: 1 }
  const { carriers } = await service.network.tables()
  const spellings = spellingsOf(readCode(scanned).text)
  const isOurs = [...carriers.values()].some(({ numbers }) => numbers && spellings.some((one) => isOfSeries(numbers, one)))
  return isOurs ? { misses: 1 } : { foreign: 1 }
}

export const findParcel = endpoint(
  {
    method: 'GET',
    path: '/v2/parcels/find',
    scope: 'shipments:read',
    tag: 'Parcels',
    summary: 'Find a parcel by any code on it',
    description:
      "Identifies a parcel by a scanned or typed code: the bar code or the number of the label, the carrier's own number, the text of a QR, or the id of a shipment, a QR or a label. Returns what a person who holds the parcel needs to know, which scans apply now, and why the other scans do not. A misread code and a code of another network are reported differently from an unknown code.",
    query: Type.Object(
      {
        code: Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'The code, as the scanner or the clerk gave it',
          examples: ['01234567890123456789'],
        }),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The parcel', schema: FoundParcel } },
    errors: ['not_found', 'code_damaged', 'code_foreign'],
  },
  async (context, { query }) => {
    const found = await find(context.service, reach(context), query.code)
    const mayBeGuessed = isRefusal(found) || !found.in_hand
    const counted = isRefusal(found) ? await missOf(context.service, found, query.code) : {}
    const slowed = mayBeGuessed ? await countLookUp(context.service, limitedPersonOf(context.caller), counted) : null
    if (slowed) return slowed
    return isRefusal(found) ? found : answer(200, foundParcelResource(found, reach(context)))
  },
)
