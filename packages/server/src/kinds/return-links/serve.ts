// Serves `/r/{token}`: the return page and its form.
import { isRefusal } from '@backhaul/core/refusal.ts'
import { localTimezone } from '@backhaul/core/regions.ts'
import { byMarket } from '@backhaul/core/territories.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AnonymousRates } from '../../http/anonymous-rates.ts'
import { publicPlace } from '../../http/authenticate.ts'
import { READ } from '../../http/endpoint.ts'
import { fileAnswer } from '../../http/files.ts'
import { header } from '../../http/reading.ts'
import { html } from '../../pages/html.ts'
import { Busy } from '../../process/gate.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { QR_IMAGE } from '../labels/drawings.ts'
import { addParcelPages, lookOf, sendLogo } from '../parcel-page/serve.ts'
import { loadShipment } from '../shipments/load.ts'
import { askedPlace, countersNear } from '../shopper/counters.ts'
import { formReceiver, type ReceiveForm } from '../shopper/form-posts.ts'
import { Formats } from '../shopper/formats.ts'
import { chooseLanguage, TEXTS } from '../shopper/language.ts'
import { type Look, type PageAnswer, pageAnswer, plainPage } from '../shopper/page.ts'
import { type PublicContext, type Visit, visited } from '../shopper/public-pages.ts'
import { checkForm, type FormFaults, type FormValues, faultsOfRefusal, firstValues, formKeyOf, madeBy, newForm, readForm } from './form.ts'
import { makeShipment } from './make.ts'
import { findReturnLink, type ReturnLinkRow } from './queries.ts'
import { linkStatus } from './status.ts'
import { type ReturnView, returnHtml } from './view.ts'

const TIMEZONE = 'UTC'
/** The country that is used if nothing shows where the shopper is. */
const COUNTRY = 'US'

interface Opened {
  link: ReturnLinkRow
  visit: Visit
  look: Look
  service: Service
  prefix: string
}

const showForm = async ({ link, visit, look, service }: Opened, values: FormValues, faults: FormFaults = {}): Promise<PageAnswer> => {
  const { language, query, path, asked } = visit
  const country = values.address.country || (link.market ?? link.from_address?.country ?? COUNTRY)
  const place = askedPlace(query, { postal_code: values.address.postal_code, country })
  const [counters, { markets }] = await Promise.all([countersNear(service, place), service.network.tables()])
  const view: ReturnView = {
    link,
    shop: look.shop,
    values,
    faults,
    counters,
    place,
    currency: byMarket(markets, link.to_address ?? { country })?.currency ?? null,
    texts: TEXTS[language],
    formats: new Formats(language, country, counters[0]?.timezone ?? localTimezone({ ...values.address, country }) ?? TIMEZONE),
    path,
    asked,
  }
  const searched = query.get('postal_code')
  return pageAnswer({
    status: Object.keys(faults).length > 0 ? 422 : 200,
    language,
    title: `${TEXTS[language].return_title} - ${look.shop}`,
    look,
    path,
    ...(searched && { query: { postal_code: place.postal_code } }),
    main: returnHtml(view),
  })
}

/** Path of a parcel page in the language of this page. Null if the parcel page was withdrawn. */
const parcelPath = async ({ service, prefix, visit: { language } }: Opened, shipment_id: string): Promise<string | null> => {
  const shipment = await loadShipment(service, null, shipment_id)
  const url = shipment && service.links.parcelUrl(shipment)
  return url && `${prefix}/p/${url.slice(url.lastIndexOf('/') + 1)}?lang=${language}`
}

/**
 * The page of a link that has created as many shipments as it may create. If the link is for one shipment, the page has a link to that
 * shipment's parcel page. If the link is for several shipments, they may belong to different people, so the page shows none of them.
 */
const showUsed = async (opened: Opened): Promise<PageAnswer> => {
  const { link, visit, look } = opened
  const { language, path } = visit
  const texts = TEXTS[language]
  if (link.max_shipments > 1) return plainPage(200, language, path, texts.return_used_up_title, [texts.return_used_up(look.shop)], look)
  const paths = await Promise.all(link.shipment_ids.map((id) => parcelPath(opened, id)))
  const shown = paths.flatMap((one, i) => (one === null ? [] : [html`<a href="${one}">${texts.return_used_link(i + 1)}</a>`]))
  return plainPage(200, language, path, texts.return_used_title, [texts.return_used, ...shown], look)
}

const redirectTo = async (opened: Opened, shipment_id: string): Promise<PageAnswer> => {
  const location = await parcelPath(opened, shipment_id)
  const { visit, look } = opened
  const page = plainPage(303, visit.language, visit.path, TEXTS[visit.language].return_used_title, [], look)
  return location === null ? showUsed(opened) : { ...page, headers: { ...page.headers, location } }
}

const showOver = ({ visit: { language, path }, look }: Opened): PageAnswer =>
  plainPage(410, language, path, TEXTS[language].return_over_title, [TEXTS[language].return_over(look.shop)], look)

const sendForm = async (opened: Opened, bytes: Buffer): Promise<PageAnswer> => {
  const { link, service } = opened
  const values = readForm(bytes, link)
  if (!values) return showForm(opened, firstValues(link))
  const form = formKeyOf(link, values)
  const made = madeBy(link, form)
  if (made !== undefined) return redirectTo(opened, made)
  const status = linkStatus(link, await partnerNow(service, link.partner_id))
  if (status !== 'open') return status === 'used' ? showUsed(opened) : showOver(opened)
  // A form without an identifier came from a page of an earlier version of the program, or from another site.
  if (values.form === '') return showForm(opened, { ...values, form: newForm(link) })
  const checked = checkForm(link, values)
  if ('faults' in checked) return showForm(opened, values, checked.faults)
  const created = await makeShipment(service, link.id, form, checked.input)
  if (!isRefusal(created)) return redirectTo(opened, created.shipment_id)
  // The shopper cannot correct an error that names no field: another form was sent first, or there were too many forms.
  const errors = created.details.errors as unknown[] | undefined
  if (created.code !== 'validation_failed' || errors?.length === 0) throw new Busy()
  return showForm(opened, values, faultsOfRefusal(created))
}

const addReturnPages = (app: FastifyInstance, service: Service, rates: AnonymousRates, receiveForm: ReceiveForm): void => {
  const reading: Service = { ...service, db: service.reads }
  const { prefix } = publicPlace(service.config)
  const read = (token: string) => service.links.readReturnToken(token)
  const onLink = (using: Service, work: (opened: Opened, request: FastifyRequest) => Promise<PageAnswer>) => {
    const visitors: PublicContext = { service: using, prefix }
    return visited<string>(visitors, rates, 'r', read, async (id, visit, request) => {
      const link = await findReturnLink(using.db, null, id)
      if (!link || link.withdrawn_at !== null) return null
      const language = chooseLanguage(visit.asked, link.language, header(request, 'accept-language'))
      const look = await lookOf(using, link.partner_id, visit.path)
      return work({ link, visit: { ...visit, language }, look, service: using, prefix }, request)
    })
  }
  const show = onLink(reading, async (opened) => {
    const status = linkStatus(opened.link, await partnerNow(reading, opened.link.partner_id))
    if (status === 'used') return showUsed(opened)
    return status === 'open' ? showForm(opened, firstValues(opened.link)) : showOver(opened)
  })
  const send = onLink(service, (opened, request) => receiveForm(request, opened.visit, 'return_title', (bytes) => sendForm(opened, bytes)))
  const logo = visited<string>({ service: reading, prefix }, rates, 'r', read, async (id) => {
    const link = await findReturnLink(reading.db, null, id)
    return link && link.withdrawn_at === null ? sendLogo(reading, link.partner_id) : null
  })
  const qr = visited<string>({ service: reading, prefix }, rates, 'r', read, async (id) => {
    const link = await findReturnLink(reading.db, null, id)
    if (!link || link.withdrawn_at !== null) return null
    const bytes = await reading.renderers.run(link.partner_id, QR_IMAGE, { text: service.links.returnUrl(id), format: 'png' })
    return fileAnswer(bytes, 'image/png', 'return-link.png')
  })
  app.route({ method: READ, url: '/r/:token', handler: show })
  app.route({ method: 'POST', url: '/r/:token', handler: send })
  app.route({ method: READ, url: '/r/:token/logo', handler: logo })
  app.route({ method: READ, url: '/r/:token/qr', handler: qr })
  app.route({ method: READ, url: '/r/*', handler: onLink(reading, async (opened) => showOver(opened)) })
}

/** Adds all pages for shoppers. Return pages and parcel pages both count toward the rate limit of an address. */
export const addShopperPages = (app: FastifyInstance, service: Service): void => {
  const rates = new AnonymousRates()
  const receiveForm = formReceiver(service)
  addParcelPages(app, service, rates, receiveForm)
  addReturnPages(app, service, rates, receiveForm)
}
