import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import type { Texts } from './texts/texts.ts'

export const LANGUAGES = ['en', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const TEXTS: Readonly<Record<Language, Texts>> = { en, es, fr }

const asLanguage = (text: string): Language | null => LANGUAGES.find((one) => one === text.trim().toLowerCase().split('-')[0]) ?? null

/** Nobody wishes for more. */
const MAX_WISHES = 20

/** The one of ours that an Accept-Language header likes best; null: none of them. */
const accepted = (header: string): Language | null => {
  const wishes = header
    .split(',', MAX_WISHES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const q = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='))
      return { language: asLanguage(tag), quality: q === undefined ? 1 : Number(q.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
  return wishes.sort((a, b) => b.quality - a.quality).find(({ language }) => language !== null)?.language ?? null
}

/** `asked`: by the switch of the page. `preset`: by who made the link. English if nobody wishes for one of ours. */
export const chooseLanguage = (asked: string | null, preset: string | null, acceptHeader: string | undefined): Language =>
  asLanguage(asked ?? '') ?? asLanguage(preset ?? '') ?? accepted(acceptHeader ?? '') ?? 'en'
