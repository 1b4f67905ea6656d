// The permissions of people and devices that sign in with a link: one row for each access. A session has the scopes of its access, except
// those that the key behind its link lacks. It may call only the endpoints of its row (docs/guide/sign-in.md#access).
import { OPERATOR_SCOPES, PARTNER_SCOPES, type Scope } from './partner.ts'

export const ACCESSES = ['operator', 'support', 'partner', 'partner-viewer', 'counter', 'handler'] as const
export type Access = (typeof ACCESSES)[number]

interface AccessRule {
  scopes: readonly Scope[]
  /** Scopes without which a link would be useless. If one is missing, the link is not created. */
  needs: readonly Scope[]
  /**
   * The allowed operations. `all`: everything that the scopes allow. `reads`: if true, every GET that the scopes allow. `also`: further
   * operations.
   */
  endpoints: 'all' | { reads: boolean; also: readonly string[] }
  /** Who may have the access: only the operator's staff, only the staff of a partner, or both. */
  whose: 'operator' | 'partner' | 'either'
  store: 'required' | 'optional' | 'none'
  /** True for a device, which stays signed in as long as it is used. False for a person, who signs in for the day. */
  is_device: boolean
}

/** Every session may read and end itself. */
const OWN_SESSION = ['readConsoleSession', 'endConsoleSession']

/** Operations shared by counters and handlers. service/reach.ts limits the data they see. */
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
    // The first two change nothing. The third ends the user's own session.
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

/** The facts about a request that decide whether an access allows it. `operation` is the endpoint's name in the API document. */
interface Asked {
  operation?: string
  method: string
}

/** Returns whether the access includes the endpoint. The scope is checked separately. */
export const mayUse = (access: Access, { operation, method }: Asked): boolean => {
  const { endpoints } = ACCESS[access]
  if (endpoints === 'all') return true
  return (endpoints.reads && method === 'GET') || (operation !== undefined && endpoints.also.includes(operation))
}

/** Returns how long a session lasts without use, and its maximum lifetime. */
export const lifeOf = (access: Access): { idle_s: number; most_s: number } =>
  ACCESS[access].is_device ? { idle_s: 90 * DAY_S, most_s: 400 * DAY_S } : { idle_s: 12 * 3600, most_s: 7 * DAY_S }

const DAY_S = 86_400

/** Parses an access. Returns null for an unknown access, which a newer version of the program may have written. */
export const asAccess = (text: string): Access | null => ACCESSES.find((access) => access === text) ?? null
