// The carrier's label on the page of a parcel in direct mode. Only the form of the page orders it: programs that check mail follow links.
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { Execution } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { fileOf } from '../carrier-labels/file.ts'
import { orderLabel, refuseOrder } from '../carrier-labels/order.ts'
import { type BookedLabel, findBookedLabel } from '../carrier-labels/queries.ts'
import { isPrintable, labelStateOf } from '../carrier-labels/state.ts'
import { labelReads } from '../labels/queries.ts'
import { TEXTS } from '../shopper/language.ts'
import { type PageAnswer, plainPage } from '../shopper/page.ts'
import { privateFile, type Visit } from '../shopper/public-pages.ts'
import { isLabelOffered } from './situation.ts'

/** `missing`: the carrier gives no label that can be printed, at least not now, so the shopper uses the label of Backhaul. */
export type CarrierLabelOffer = 'offered' | 'ordered' | 'ready' | 'missing'

/** Null: the page offers no label of the carrier. */
export const carrierLabelOffer = async (service: Service, shipment: Shipment): Promise<CarrierLabelOffer | null> =>
  shipment.is_direct && isLabelOffered(shipment) ? offerOf(service, shipment, await findBookedLabel(service.db, shipment)) : null

const offerOf = async (service: Service, shipment: Shipment, label: BookedLabel | null): Promise<CarrierLabelOffer | null> => {
  const state = labelStateOf(label, service.clock.now())
  if (state === null && shipment.held) return null
  if (state === null) return isRefusal(await refuseOrder(service, shipment)) ? 'missing' : 'offered'
  if (state === 'ordered') return 'ordered'
  return state === 'ready' && isPrintable(label?.format ?? null) ? 'ready' : 'missing'
}

/** Null: there is no such file. */
export const sendCarrierLabel = async (service: Service, shipment: Shipment) => {
  if (!shipment.is_direct || !isLabelOffered(shipment)) return null
  return labelReads.run(shipment.partner_id, async () => {
    const label = await findBookedLabel(service.db, shipment)
    return label && (await offerOf(service, shipment, label)) === 'ready' ? privateFile(await fileOf(service, shipment, label)) : null
  })
}

/** Orders the label and leads back to the page, which shows what became of the order. */
export const orderCarrierLabel = async (service: Service, shipment: Shipment, { language, path, asked }: Visit): Promise<PageAnswer> => {
  if ((await carrierLabelOffer(service, shipment)) === 'offered')
    await new Execution(service).execute(() => orderLabel(service, null, shipment.id))
  const page = plainPage(303, language, path, TEXTS[language].carrier_label_title, [])
  const location = asked === null ? path : `${path}?lang=${encodeURIComponent(asked)}`
  return { ...page, headers: { ...page.headers, location } }
}
