import { ACCESSES } from '@backhaul/core/access.ts'
import { MAX_PAGE_CHARACTERS } from '@backhaul/core/console-pages.ts'
import { Type } from 'typebox'
import { IdText, Nullable, Text, Time } from '../../http/schemas.ts'

/** Lifetime of a link in seconds: the default, and below it the maximum. */
export const LINK_S = 600
export const MAX_LINK_S = 7 * 86_400

const AccessName = Type.Enum([...ACCESSES], { description: 'What the person may do' })
const Person = {
  name: Text(100, 'Name of the person; events and scans show it'),
  email: Type.String({ minLength: 3, maxLength: 254, description: 'Email address of the person' }),
}

export const LinkCreate = Type.Object(
  {
    ...Person,
    access: AccessName,
    store_id: Type.Optional(IdText('Store of the counter; required if `access` is `counter`')),
    partner_id: Type.Optional(
      IdText("Partner of the person. Only for operators' keys, and required if `access` is `partner` or `partner-viewer`"),
    ),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PAGE_CHARACTERS,
        description:
          'Console page to start at, such as `/console/webhooks` or `/console/shipments/shp_…`; by default the start page for the `access`. Not allowed if `access` is `counter` or `handler`',
        examples: ['/console/webhooks'],
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_LINK_S, description: `Seconds until the link expires; ${LINK_S} when absent` }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ConsoleLinkCreate',
    examples: [{ name: 'Pat Partner', email: 'pat@partner.example', access: 'partner', expires_in: LINK_S }],
  },
)

const granted = {
  name: Type.String({ description: 'Name of the person' }),
  email: Type.String({ description: 'Email address of the person' }),
  access: Type.String({ description: 'What this person may do', examples: [...ACCESSES] }),
  scopes: Type.Array(Type.String(), { description: 'Scopes of the access, limited to the scopes of the key that created the link' }),
  store_id: Nullable(Type.String({ description: 'The store of a counter' })),
  partner_id: Nullable(Type.String({ description: 'Partner of the person; null: the operator' })),
  path: Nullable(Type.String({ description: 'Console page to start at; null: the start page for the `access`' })),
  made_by: Type.String({
    description: 'Creator of the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line',
  }),
  created_at: Time('Creation'),
}

const link = {
  id: Type.String(),
  object: Type.Enum(['console_link']),
  ...granted,
  expires_at: Time('Time when the link expires'),
  used_at: Nullable(Time('Time when the link was opened; it works only once')),
  revoked_at: Nullable(
    Time('Time when the link ended: it was withdrawn, its key was revoked, or the person left from whose session the link descends'),
  ),
}
export const LinkOut = Type.Object(link, { title: 'ConsoleLink' })
export const NewLinkOut = Type.Object(
  { ...link, url: Type.String({ description: 'Address where the person signs in; shown only here' }) },
  { title: 'NewConsoleLink' },
)

export const SessionOpen = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200, description: 'Text of the link after `#`' }),
    session_id: Type.Optional(
      IdText('Session that this browser already has. If the link is for another person or partner, it is not opened and not used up'),
    ),
  },
  { additionalProperties: false, title: 'ConsoleSessionOpen' },
)

const session = {
  id: Type.String(),
  object: Type.Enum(['console_session']),
  signed_in_with: Type.Enum(['link', 'provider'], {
    description: "How the person signed in: with a sign-in link, or at the operator's OpenID Connect provider",
  }),
  issuer: Nullable(Type.String({ description: 'Provider at which the person signed in; null for a sign-in link' })),
  subject: Nullable(
    Type.String({ description: 'The `sub` of the person at the provider. Unlike name and email, it is unique there and never changes' }),
  ),
  link_id: Nullable(Type.String({ description: 'The link that was opened; null if there was none' })),
  ...granted,
  last_used_at: Nullable(
    Time('Time of the last authenticated request with this session, stored up to a minute later; null: none since the session was opened'),
  ),
  expires_at: Time('Time when the session ends if it is not used again'),
  revoked_at: Nullable(
    Time('Time when the session was revoked: it was ended, its key was revoked, or the person left from whose session it descends'),
  ),
  left_at: Nullable(Time('Time when the person left. Links and sessions that descend from this session ended at the same time')),
  unknown_codes: Type.Integer({
    description: 'Number of scanned or typed codes that matched no parcel; counted only for counters and handlers',
  }),
  is_slowed: Type.Boolean({
    description:
      'Whether the session is limited to one look-up every 10 seconds, because within the last 10 minutes 20 codes matched no parcel, or 60 codes belonged to other networks',
  }),
}
export const SessionOut = Type.Object(session, { title: 'ConsoleSession' })
export const SessionDetailOut = Type.Object(
  {
    ...session,
    environment: Type.Enum(['sandbox', 'production']),
    server_time: Time("Time of the service when it responded; for a partner's session in the sandbox, its virtual time"),
  },
  { title: 'ConsoleSessionDetail' },
)
