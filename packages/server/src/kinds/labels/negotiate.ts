import { LABEL_FORMATS, type LabelFormat } from '@backhaul/core/shipment.ts'
import { LABEL_CONTENT_TYPES } from './formats.ts'

export type LabelForm = LabelFormat | 'json'
export const LABEL_FORMS: readonly LabelForm[] = [...LABEL_FORMATS, 'json']

const typeOf = (form: LabelForm): string => (form === 'json' ? 'application/json' : LABEL_CONTENT_TYPES[form])

/** How specifically a media range names a type. 2: it names the type itself; 1: its group; 0: any type; -1: it does not match. */
const closeness = (range: string, type: string): number => {
  if (range === type) return 2
  if (range === `${type.split('/')[0]}/*`) return 1
  return range === '*/*' ? 0 : -1
}

interface Range {
  type: string
  quality: number
}

const rangesOf = (accept: string): Range[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const quality = q === undefined ? 1 : Number(q)
    return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
  })

/**
 * Chooses the form of a label by an `Accept` header. The form with the highest quality wins. Among forms of equal quality, the most
 * specifically named wins, then the shipment's own format, then the form that is named first. If no form fits, the result is the shipment's
 * own format, because any label is better than none.
 */
export const negotiate = (accept: string, own: LabelFormat): LabelForm => {
  const ranges = rangesOf(accept)
  let best: { form: LabelForm; rank: [quality: number, close: number, isOwn: number, order: number] } | null = null
  for (const form of LABEL_FORMS) {
    // The range that names a form most exactly decides for it: `application/zpl;q=0, */*` takes anything but ZPL.
    const candidates = ranges
      .map((range, i) => ({ ...range, i, close: closeness(range.type, typeOf(form)) }))
      .filter(({ close }) => close >= 0)
    const range = candidates.sort((a, b) => b.close - a.close)[0]
    if (!range || range.quality === 0) continue
    const rank: [number, number, number, number] = [range.quality, range.close, form === own ? 1 : 0, -range.i]
    if (!best || isAbove(rank, best.rank)) best = { form, rank }
  }
  return best?.form ?? own
}

const isAbove = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, i) => value !== b[i])
  return at >= 0 && (a[at] as number) > (b[at] as number)
}
