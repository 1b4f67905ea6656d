// What somebody may do who signed in by a link: one row for each access. A session has the scopes of its access as far as the key that made
// its link has them, and may call the endpoints of its row and no others (docs/guide/sign-in.md#access).
import { OPERATOR_SCOPES, PARTNER_SCOPES, type Scope } from './partner.ts'

export const ACCESSES = ['operator', 'support', 'partner', 'partner-viewer', 'counter', 'handler'] as const
export type Access = (typeof ACCESSES)[number]

interface AccessRule {
  scopes: readonly Scope[]
  /** Without these a link would open nothing of use, and is not made. */
  needs: readonly Scope[]
  /** By operation. `all`: whatever the scopes allow. `reads`: whatever is read with GET and they allow, and those named. */
  endpoints: 'all' | { reads: boolean; also: readonly string[] }
  /** For whom: the operator's people only, one partner's, or either. */
  whose: 'operator' | 'partner' | 'either'
  store: 'required' | 'optional' | 'none'
  /** A device that stays signed in as long as it is used, rather than a person who signs in for the day. */
  is_device: boolean
}

/** Everybody may see the session that he has, and end it. */
const OWN_SESSION = ['readConsoleSession', 'endConsoleSession']

/** What a counter and a handler do alike; how much of it they see is in service/reach.ts. */
const WITH_PARCELS = [
  'findParcel',
  'readShipment',
  'readLabel',
  'scanCollect',
  'scanBulk',
  'createDocument',
  'listDropOffLocations',
  'readDropOffLocation',
]

export const ACCESS: Readonly<Record<Access, AccessRule>> = {
  operator: { scopes: OPERATOR_SCOPES, needs: ['ops'], endpoints: 'all', whose: 'operator', store: 'none', is_device: false },
  support: {
    scopes: ['ops', 'shipments:read', 'shipments:write', 'tracking:read'],
    needs: ['ops'],
    endpoints: {
      reads: true,
      also: ['holdShipment', 'releaseShipment', 'resolveClaim', 'resolveDispute', 'quoteShipment', 'printLabels', 'endConsoleSession'],
    },
    whose: 'operator',
    store: 'none',
    is_device: false,
  },
  partner: { scopes: PARTNER_SCOPES, needs: [], endpoints: 'all', whose: 'partner', store: 'none', is_device: false },
  'partner-viewer': {
    scopes: ['shipments:read', 'shipments:write', 'events:read', 'tracking:read', 'webhooks:manage'],
    needs: [],
    // Two commands that change nothing, and the end of one's own session.
    endpoints: { reads: true, also: ['quoteShipment', 'printLabels', 'endConsoleSession'] },
    whose: 'partner',
    store: 'none',
    is_device: false,
  },
  counter: {
    scopes: ['shipments:read', 'shipments:write', 'scans:write'],
    needs: ['scans:write'],
    endpoints: {
      reads: false,
      also: [
        ...OWN_SESSION,
        ...WITH_PARCELS,
        'listParcelsAtStore',
        'listShipments',
        'listShipmentScans',
        'readDocument',
        'scanAccept',
        'scanWalkIn',
        'scanReject',
        'listManifests',
        'readManifest',
        'closeManifest',
        'listPickups',
        'readPickup',
        'listSweeps',
        'readSweep',
      ],
    },
    whose: 'either',
    store: 'required',
    is_device: true,
  },
  handler: {
    scopes: ['shipments:read', 'shipments:write', 'scans:write', 'tenders:write'],
    needs: ['scans:write'],
    endpoints: {
      reads: false,
      also: [
        ...OWN_SESSION,
        ...WITH_PARCELS,
        'scanCustody',
        'scanArrive',
        'scanSort',
        'scanInject',
        'scanMovement',
        'listScanFacilities',
        'listTenders',
        'readTender',
        'acceptTender',
      ],
    },
    whose: 'either',
    store: 'optional',
    is_device: true,
  },
}

/** What a request needs to be asked of an access; `operation` is the endpoint's name in the API document. */
interface Asked {
  operation?: string
  method: string
}

/** Whether the access has the endpoint at all; its scope is asked for apart from that. */
export const mayUse = (access: Access, { operation, method }: Asked): boolean => {
  const { endpoints } = ACCESS[access]
  if (endpoints === 'all') return true
  return (endpoints.reads && method === 'GET') || (operation !== undefined && endpoints.also.includes(operation))
}

/** How long a session lasts without being used, and at most. */
export const lifeOf = (access: Access): { idle_s: number; most_s: number } =>
  ACCESS[access].is_device ? { idle_s: 90 * DAY_S, most_s: 400 * DAY_S } : { idle_s: 12 * 3600, most_s: 7 * DAY_S }

const DAY_S = 86_400

/** The access as a program knows it, which may be older than the one that wrote it; null: it does not know it. */
export const asAccess = (text: string): Access | null => ACCESSES.find((access) => access === text) ?? null
