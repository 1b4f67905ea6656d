import type { ReturnLink } from '@backhaul/client'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'

const en = (name: string, order: string, url: string, day: string): string =>
  `Hello${name},\n\nYou can start your return${order} here:\n${url}\n\nThe link works until ${day}.\n`
const MAIL: Record<string, typeof en> = { en, es, fr }

/** The text of an email for the shopper, in the language of the link. */
export const mailOf = (
  { language, from, order_id, last_day }: Pick<ReturnLink, 'language' | 'from' | 'order_id' | 'last_day'>,
  url: string,
): string => {
  const day = new Intl.DateTimeFormat(language ?? 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(last_day))
  return (MAIL[language ?? 'en'] ?? en)(from?.name ? ` ${from.name}` : '', order_id === null ? '' : ` (${order_id})`, url, day)
}
