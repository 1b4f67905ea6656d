// Describes the outcome of an action that the clerk confirmed: a tone, a headline and a sentence. A pure function.
import type { ScanKind, ShipmentStatus } from '@backhaul/client'
import type { Entry, NotStored } from '../queue/types.ts'
import type { Advice } from '../scan/code-texts.ts'
import { STATUS_WORDS, WORDS } from '../words.ts'
import type { Tone } from './sounds.ts'

export interface Outcome {
  tone: Tone
  title: string
  detail: string
}

const SCAN = /^\/v2\/scan-events\/([a-z-]+)$/

/** Returns the kind of scan that an entry reports, or null if the entry is not a scan. */
export const kindOf = (path: string): ScanKind | null => {
  const kind = SCAN.exec(path)?.[1]
  return kind !== undefined && kind in WORDS ? (kind as ScanKind) : null
}

const doneWords = (path: string): string => {
  const kind = kindOf(path)
  if (kind) return WORDS[kind].done
  if (path.startsWith('/v2/manifests/')) return 'Manifest closed'
  return path.startsWith('/v2/tenders/') ? 'Tender accepted' : 'Done'
}

const statusWords = (status: string | null): string =>
  status !== null && status in STATUS_WORDS ? STATUS_WORDS[status as ShipmentStatus].toLowerCase() : 'unchanged'

/**
 * Texts for a scan that arrived after the shipment had ended. The scan was made before the end, so the parcel is at the counter although
 * nobody expects it there anymore.
 */
const ENDED: Readonly<Record<string, string>> = {
  cancelled: 'Canceled by the shop in the meantime',
  expired: 'Expired in the meantime',
} satisfies Partial<Record<ShipmentStatus, string>>

/**
 * In these statuses, a walk-in means that a parcel whose shipment has ended is at the counter. Other scans in these statuses are merely
 * late.
 */
const OVER: readonly string[] = ['delivered', 'return_to_sender', 'disposed'] satisfies ShipmentStatus[]

const endOf = ({ path, outcome }: Entry): string | undefined => {
  const status = outcome?.status ?? ''
  return ENDED[status] ?? (kindOf(path) === 'walk-in' && OVER.includes(status) ? 'Ended in the meantime' : undefined)
}

export const outcomeOf = (entry: Entry): Outcome => {
  const about = entry.parcel ?? entry.title
  switch (entry.state) {
    case 'waiting':
    case 'sending':
      return { tone: 'kept', title: 'Kept on this device', detail: `${entry.title}. It is sent as soon as the service can be reached.` }
    case 'held':
      return { tone: 'kept', title: 'Kept on this device, not sent yet', detail: `${entry.title}. ${entry.problem?.remedy ?? ''}`.trim() }
    case 'refused':
      return {
        tone: 'refused',
        title: `Refused by the service: ${entry.title}`,
        detail: `${entry.problem?.message ?? ''} ${entry.problem?.remedy ?? ''}`.trim(),
      }
    case 'sent':
      if (entry.outcome?.applied === false) {
        const ended = endOf(entry)
        if (ended)
          return {
            tone: 'refused',
            title: ended,
            detail: `${about}: the service knows that you have it. Put the parcel aside and ask the shop.`,
          }
        return {
          tone: 'already',
          title: 'Already done',
          detail: `${about}: nothing changed. Status: ${statusWords(entry.outcome.status)}.`,
        }
      }
      return { tone: 'success', title: doneWords(entry.path), detail: about }
  }
}

/** The outcome for a rejected code. */
export const refusedBy = ({ title, remedy }: Advice): Outcome => ({ tone: 'refused', title, detail: remedy })

/** The outcome for an action that could not be stored on this device. */
export const notStored = (error: NotStored | Error): Outcome => {
  if ('reason' in error && error.reason === 'storage_full') {
    return {
      tone: 'refused',
      title: 'Not kept: this device is full',
      detail: 'Nothing was recorded. Delete photos or apps on this device, then scan the parcel again.',
    }
  }
  return { tone: 'refused', title: 'Not kept', detail: `Nothing was recorded. ${error.message}` }
}
