import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import type { Texts } from './texts/texts.ts'

export const LANGUAGES = ['en', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const TEXTS: Readonly<Record<Language, Texts>> = { en, es, fr }

const asLanguage = (text: string): Language | null => LANGUAGES.find((one) => one === text.trim().toLowerCase().split('-')[0]) ?? null

/** Upper limit for the languages read from an Accept-Language header. */
const MAX_WISHES = 20

/** The supported language that an Accept-Language header prefers. Null: it names none. */
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

/**
 * `asked` comes from the language switch of the page, `preset` from the creator of the link. If neither of them nor the header names a
 * supported language, the page is in English.
 */
export const chooseLanguage = (asked: string | null, preset: string | null, acceptHeader: string | undefined): Language =>
  asLanguage(asked ?? '') ?? asLanguage(preset ?? '') ?? accepted(acceptHeader ?? '') ?? 'en'
