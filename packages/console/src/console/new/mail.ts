import type { ReturnLink } from '@backhaul/client'

type Link = Pick<ReturnLink, 'language' | 'from' | 'order_id' | 'last_day'>
const LANGUAGES = ['en', 'es', 'fr'] as const
const MAIL: Record<(typeof LANGUAGES)[number], (name: string, order: string, url: string, day: string) => string> = {
  en: (name, order, url, day) =>
    `Hello${name},\n\nYou can start your return${order} here:\n${url}\n\nThe link works until ${day}. You get a label or a QR at once.\n`,
  es: (name, order, url, day) =>
    `Hola${name}:\n\nPuede iniciar su devolución${order} aquí:\n${url}\n\nEl enlace funciona hasta el ${day}. Recibirá al momento una etiqueta o un código QR.\n`,
  fr: (name, order, url, day) =>
    `Bonjour${name},\n\nVous pouvez commencer votre retour${order} ici :\n${url}\n\nLe lien fonctionne jusqu'au ${day}. Vous recevrez aussitôt une étiquette ou un code QR.\n`,
}

/** The text of an email for the shopper, in the language of the link. */
export const mailOf = ({ language, from, order_id, last_day }: Link, url: string): string => {
  const own = LANGUAGES.find((one) => one === language) ?? 'en'
  const day = new Intl.DateTimeFormat(own, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(last_day))
  return MAIL[own](from?.name ? ` ${from.name}` : '', order_id === null ? '' : ` (${order_id})`, url, day)
}
