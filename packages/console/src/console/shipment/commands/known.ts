// Describes how to ask for each command of the state table. The service decides which commands apply (`actions` of the shipment). A command
// that is not listed here has no button on this page.
import type { ScanKind } from '@backhaul/client'
import { scanWords } from '../words.ts'

/** Scans that can be recorded without a scanner. */
type HandScan = Exclude<ScanKind, 'walk-in' | 'accept' | 'reject'>

export interface Known {
  label: string
  /** Relative to /v2/shipments/{id}. */
  path?: 'hold' | 'release' | 'cancel' | 'disposition'
  body?: object
  /** The confirmation for a command that cannot be undone, with its effect. */
  asks?: { title: string; effect: string; isDanger?: boolean }
  /** The form of a command that needs more than a button. */
  form?: 'amend' | 'redirect' | 'reject'
  scan?: HandScan
}

const disposition = (word: string, label: string, asks?: Known['asks']): Known => ({
  label,
  path: 'disposition',
  body: { disposition: word },
  ...(asks && { asks }),
})
const HAND_SCANS: HandScan[] = ['collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']

export const KNOWN: Readonly<Record<string, Known>> = {
  hold: { label: 'Hold', path: 'hold' },
  release: { label: 'Release the hold', path: 'release' },
  amend: { label: 'Change measurements or value', form: 'amend' },
  cancel: {
    label: 'Cancel the shipment',
    path: 'cancel',
    asks: {
      title: 'Cancel this shipment?',
      isDanger: true,
      effect: 'The label becomes void, and counters no longer accept the parcel. This cannot be undone. You can create a new shipment.',
    },
  },
  redirect: { label: 'Redirect', form: 'redirect' },
  rts: disposition('rts', 'Return to the sender', {
    title: 'Return this parcel to its sender?',
    effect:
      'If a carrier has the parcel, it becomes undeliverable. Otherwise it goes back to the sender, and the shipment ends. This cannot be undone.',
  }),
  redeliver: disposition('redeliver', 'Send out again'),
  unclaimed: disposition('unclaimed', 'Report as unclaimed'),
  dispose: disposition('dispose', 'Dispose of the parcel', {
    title: 'Dispose of this parcel?',
    isDanger: true,
    effect: 'The parcel is destroyed or given away, and its shipment ends. This cannot be undone.',
  }),
  ...Object.fromEntries(HAND_SCANS.map((kind) => [kind, { label: scanWords(kind), scan: kind }])),
}

/** Commands whose buttons are elsewhere on this page: next to the label and the QR code. */
export const ELSEWHERE: Readonly<Record<string, string>> = { reprint: 'Replace the label', 'reissue-qr': 'Replace the QR' }
