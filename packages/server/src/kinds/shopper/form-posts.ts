// Receives the forms of shopper pages. A form needs neither a script nor a cookie. It is accepted only if one of our pages sent it.
import type { FastifyRequest } from 'fastify'
import { ownerOf } from '../../http/admission.ts'
import { publicPlace } from '../../http/authenticate.ts'
import { header } from '../../http/reading.ts'
import { BodyTooLarge, formAccounts, Receiver } from '../../http/receive.ts'
import { html } from '../../pages/html.ts'
import type { Service } from '../../service/service.ts'
import { TEXTS } from './language.ts'
import { type PageAnswer, plainPage } from './page.ts'
import type { Visit } from './public-pages.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_LIMIT_BYTES = 16 * 1024

/**
 * Whether another site sent the form. Browsers send the origin of a form. The service's pages send no referrer, so their origin is `null`.
 */
const isFromElsewhere = (request: FastifyRequest, service: Service): boolean => {
  const site = header(request, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = header(request, 'origin')
  if (origin === undefined || origin === 'null') return false
  const own = publicPlace(service.config).host ?? request.headers.host
  return !URL.canParse(origin) || new URL(origin).host !== own
}

/** Calls `work` with the bytes of a form, or answers with a page that says why not. `back`: text of that page's link to the page of the form. */
export type ReceiveForm = (
  request: FastifyRequest,
  visit: Visit,
  back: 'return_title' | 'back_to_parcel',
  work: (bytes: Buffer) => Promise<PageAnswer>,
) => Promise<PageAnswer>

export const formReceiver = (service: Service): ReceiveForm => {
  const receiver = new Receiver(service.ledger, formAccounts(service.ledger))
  return async (request, { language, path }, back, work) => {
    const texts = TEXTS[language]
    const refuse = (status: number, text: string) =>
      plainPage(status, language, path, texts.refused_form_title, [text, html`<a href="${path}">${texts[back]}</a>`])
    const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (isFromElsewhere(request, service)) return refuse(403, texts.refused_form)
    if (type !== FORM_TYPE) return refuse(415, texts.refused_form)
    if (Number(request.headers['content-length'] ?? 0) > FORM_LIMIT_BYTES) return refuse(413, texts.too_long_form)
    try {
      return await receiver.receive(request.raw, ownerOf(request.ip), FORM_LIMIT_BYTES, work)
    } catch (error) {
      if (error instanceof BodyTooLarge) return refuse(413, texts.too_long_form)
      throw error
    }
  }
}
