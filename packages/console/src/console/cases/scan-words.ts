import type { Scan } from '@backhaul/client'
import { inWords, plainWords } from '../words.ts'

/** The fields of a scan that refer to a picture. */
export const DOCUMENTS = ['photo_document_id', 'pod_document_id'] as const

/** `{ weight: 8.9 }` becomes "weight 8.9". */
const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${inWords(name)} ${valueWords(each)}`)
    .join(', ')
}

/** Describes the details of a scan. Pictures are shown separately. */
export const detailsOf = ({ details }: Pick<Scan, 'details'>): string =>
  Object.entries(details)
    .filter(([name, value]) => value !== null && !(DOCUMENTS as readonly string[]).includes(name))
    .map(([name, value]) => `${plainWords(name)}: ${valueWords(value)}`)
    .join('; ')
