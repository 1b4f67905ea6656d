// Serves `/p/{token}`: the parcel page, its files, and its button for the carrier's label. Reading writes nothing, except that a shipment
// that is due to expire expires when it is read.
import { qrStatus } from '@backhaul/core/qr.ts'
import { localTimezone } from '@backhaul/core/regions.ts'
import type { LabelRow, Shipment } from '@backhaul/core/shipment.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnonymousRates } from '../../http/anonymous-rates.ts'
import { publicPlace } from '../../http/authenticate.ts'
import { READ } from '../../http/endpoint.ts'
import { fileAnswer } from '../../http/files.ts'
import { html } from '../../pages/html.ts'
import type { Answer } from '../../service/execute.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { findBrand, findLogo } from '../brands/queries.ts'
import { LABELS, QR_IMAGE } from '../labels/drawings.ts'
import { labelOf } from '../labels/formats.ts'
import { findQr } from '../qr/queries.ts'
import { listScans } from '../scans/queries.ts'
import { loadShipment } from '../shipments/load.ts'
import { findLabel } from '../shipments/queries.ts'
import { askedPlace, countersNear } from '../shopper/counters.ts'
import type { ReceiveForm } from '../shopper/form-posts.ts'
import { Formats } from '../shopper/formats.ts'
import { TEXTS } from '../shopper/language.ts'
import { type Look, type PageAnswer, pageAnswer, plainPage } from '../shopper/page.ts'
import { privateFile, type Visit, visited } from '../shopper/public-pages.ts'
import { historyOf } from '../tracking/history.ts'
import { carrierLabelOffer, orderCarrierLabel, sendCarrierLabel } from './carrier-label.ts'
import { inLocalTimes } from './local-times.ts'
import { isLabelOffered, isQrOffered, isToHandIn, shopperOf, situationOf } from './situation.ts'
import { headingOf, type ParcelView, parcelHtml } from './view.ts'

const MAX_HISTORY = 30
/** Returns the look of this partner's pages. `path`: the path of the page; the path of the logo begins with it. */
export const lookOf = async (service: Service, partner_id: string, path: string): Promise<Look> => {
  const [partner, brand] = await Promise.all([service.keyCache.partner(partner_id), findBrand(service.reads, partner_id)])
  return { shop: partner?.name ?? '', color: brand?.color ?? null, logo: brand?.logo_type ? `${path}/logo?v=${brand.logo_etag}` : null }
}

const svgOf = async (service: Service, partner_id: string, text: string): Promise<string> =>
  new TextDecoder().decode(await service.renderers.run(partner_id, QR_IMAGE, { text, format: 'svg' }))

const viewOf = async (service: Service, shipment: Shipment, shop: string, { language, asked, query, path }: Visit): Promise<ParcelView> => {
  const { partner_id } = shipment
  const qr = shipment.qr_id ? await findQr(service.reads, partner_id, shipment.qr_id) : null
  const status = qr && qrStatus(qr, await partnerNow(service, partner_id))
  const carrier_label = await carrierLabelOffer(service, shipment)
  const situation = situationOf(shipment, status, carrier_label)
  const own = shopperOf(shipment)
  const place = askedPlace(query, { postal_code: own?.postal_code ?? '', country: own?.country ?? shipment.market })
  const isNeeded = isToHandIn(situation)
  const [counters, chosen, scans] = await Promise.all([
    isNeeded ? countersNear(service, place) : [],
    isNeeded && shipment.drop_off_store_id ? service.network.store(shipment.drop_off_store_id) : null,
    listScans(service.reads, shipment.id, null, MAX_HISTORY),
  ])
  const home = localTimezone(shipment.from_address ?? own ?? { country: shipment.market })
  const history = await inLocalTimes(service, historyOf(scans.reverse()), scans, home)
  // The time zone in which the last day is formatted. The page shows the last day only before anything has happened to the parcel. So the
  // time zone is usually that of a counter or of the shopper's address.
  const timezone = counters[0]?.timezone ?? chosen?.timezone ?? home ?? history.at(-1)?.timezone ?? 'UTC'
  return {
    shipment,
    situation,
    carrier_label,
    shop,
    history,
    qr: qr && isQrOffered(shipment, status) ? { svg: await svgOf(service, partner_id, qr.token), text: qr.token } : null,
    counters,
    chosen,
    // The full postal code reveals more than the town, so the search field stays empty until someone searches.
    searched: query.get('postal_code') ? place.postal_code : '',
    isPlaceKnown: place.postal_code !== '',
    texts: TEXTS[language],
    formats: new Formats(language, own?.country ?? shipment.market, timezone),
    path,
    asked,
  }
}

const showParcel = async (service: Service, shipment: Shipment, visit: Visit): Promise<PageAnswer> => {
  const look = await lookOf(service, shipment.partner_id, visit.path)
  const view = await viewOf(service, shipment, look.shop, visit)
  return pageAnswer({
    status: 200,
    language: visit.language,
    title: `${headingOf(view)} - ${look.shop}`,
    look,
    path: visit.path,
    ...(view.searched !== '' && { query: { postal_code: view.searched } }),
    main: parcelHtml(view),
  })
}

const sendLabel = async (service: Service, shipment: Shipment, { language, path }: Visit): Promise<PageAnswer | Answer> => {
  const texts = TEXTS[language]
  if (!isLabelOffered(shipment)) {
    const back = html`<a href="${path}">${texts.back_to_parcel}</a>`
    return plainPage(404, language, path, texts.label_gone_title, [texts.label_gone, back])
  }
  const label = (await findLabel(service.reads, shipment.label_id as string)) as LabelRow
  const labels = [labelOf(label, service.config.environment)]
  const bytes = await service.renderers.run(shipment.partner_id, LABELS, { labels, format: 'pdf', dpi: 203 })
  return privateFile(fileAnswer(bytes, 'application/pdf', `label-${shipment.tracking}-v${label.version}.pdf`))
}

export const sendLogo = async (service: Service, partner_id: string): Promise<Answer | null> => {
  const logo = await findLogo(service.reads, partner_id)
  return logo && privateFile(fileAnswer(logo.content, logo.logo_type, logo.logo_type === 'image/png' ? 'logo.png' : 'logo.jpg'))
}

/** The pages below `/p`. */
export const addParcelPages = (app: FastifyInstance, service: Service, rates: AnonymousRates, receiveForm: ReceiveForm): void => {
  const reading: Service = { ...service, db: service.reads }
  const { prefix } = publicPlace(service.config)
  const read = (token: string) => service.links.readParcelToken(token)
  type Named = NonNullable<ReturnType<typeof read>>
  type Work = (shipment: Shipment, visit: Visit, request: FastifyRequest) => Promise<PageAnswer | Answer | null>
  const onParcel = (work: Work, using: Service = reading) =>
    visited<Named>({ service: using, prefix }, rates, 'p', read, async ({ shipment_id, generation }, visit, request) => {
      const shipment = await loadShipment(using, null, shipment_id)
      // A withdrawn link has generation -1, which no token has.
      if (!shipment || (shipment.parcel_link ?? 0) !== generation) return null
      return work(shipment, visit, request)
    })
  const order = onParcel(
    (shipment, visit, request) => receiveForm(request, visit, 'back_to_parcel', () => orderCarrierLabel(service, shipment, visit)),
    service,
  )
  app.route({ method: READ, url: '/p/:token', handler: onParcel((shipment, visit) => showParcel(reading, shipment, visit)) })
  app.route({ method: READ, url: '/p/:token/label', handler: onParcel((shipment, visit) => sendLabel(reading, shipment, visit)) })
  app.route({ method: READ, url: '/p/:token/carrier-label', handler: onParcel((shipment) => sendCarrierLabel(reading, shipment)) })
  app.route({ method: 'POST', url: '/p/:token/carrier-label', handler: order })
  app.route({ method: READ, url: '/p/:token/logo', handler: onParcel((shipment) => sendLogo(reading, shipment.partner_id)) })
  app.route({ method: READ, url: '/p/*', handler: onParcel(async () => null) })
}
