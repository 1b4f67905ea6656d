import { ACCESSES } from '@backhaul/core/access.ts'
import { MOST_PAGE_CHARACTERS } from '@backhaul/core/console-pages.ts'
import { Type } from 'typebox'
import { IdText, Nullable, Text, Time } from '../../http/schemas.ts'

/** Lifetime of a link: the default, and the maximum. */
export const LINK_S = 600
export const MOST_LINK_S = 7 * 86_400

const AccessName = Type.Enum([...ACCESSES], { description: 'What the person may do' })
const Person = {
  name: Text(100, 'Who signs in with it; events and scans show this name'),
  email: Type.String({ minLength: 3, maxLength: 254, description: 'The email of this person' }),
}

export const LinkCreate = Type.Object(
  {
    ...Person,
    access: AccessName,
    store_id: Type.Optional(IdText('Where a counter is; required for the access counter')),
    partner_id: Type.Optional(
      IdText("Whose people; only with an operator's key, which must say it for the accesses partner and partner-viewer"),
    ),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MOST_PAGE_CHARACTERS,
        description:
          'The page of the console to begin at, such as `/console/webhooks` or `/console/shipments/shp_…`; without it each access has its own. Not for counter and handler',
        examples: ['/console/webhooks'],
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_LINK_S, description: `Seconds until it can no longer be opened; ${LINK_S} when absent` }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ConsoleLinkCreate',
    examples: [{ name: 'Pat Partner', email: 'pat@partner.example', access: 'partner', expires_in: LINK_S }],
  },
)

const granted = {
  name: Type.String({ description: 'Who signs in with it' }),
  email: Type.String({ description: 'The email of this person' }),
  access: Type.String({ description: 'What this person may do', examples: [...ACCESSES] }),
  scopes: Type.Array(Type.String(), { description: 'The scopes of the access that the key which made the link has too' }),
  store_id: Nullable(Type.String({ description: 'The store of a counter' })),
  partner_id: Nullable(Type.String({ description: "The partner whose people these are; null: the operator's" })),
  path: Nullable(Type.String({ description: 'The page of the console to begin at; null: where the access begins' })),
  made_by: Type.String({
    description: 'Who made the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line',
  }),
  created_at: Time('Creation'),
}

const link = {
  id: Type.String(),
  object: Type.Enum(['console_link']),
  ...granted,
  expires_at: Time('Until when it can be opened'),
  used_at: Nullable(Time('When it was opened; it works once')),
  revoked_at: Nullable(Time('When it was withdrawn, when its key was revoked, or when the person left from whose session it descends')),
}
export const LinkOut = Type.Object(link, { title: 'ConsoleLink' })
export const NewLinkOut = Type.Object(
  { ...link, url: Type.String({ description: 'Where the person signs in; shown only here' }) },
  { title: 'NewConsoleLink' },
)

export const SessionOpen = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200, description: 'What the link has after `#`' }),
    session_id: Type.Optional(
      IdText('The session that this browser has already: a link for somebody else, or for another partner, is not used up then'),
    ),
  },
  { additionalProperties: false, title: 'ConsoleSessionOpen' },
)

const session = {
  id: Type.String(),
  object: Type.Enum(['console_session']),
  signed_in_with: Type.Enum(['link', 'provider'], {
    description: "How the person signed in: with a sign-in link, or at the operator's provider of OpenID Connect",
  }),
  issuer: Nullable(Type.String({ description: 'The provider at which the person signed in; null if the person signed in with a link' })),
  subject: Nullable(
    Type.String({ description: 'The `sub` of the person at the provider: unlike name and email it is unique there and never changes' }),
  ),
  link_id: Nullable(Type.String({ description: 'The link that was opened; null: there was none' })),
  ...granted,
  last_used_at: Nullable(Time('When a request with it was last genuine, written up to a minute later; null: not since it was opened')),
  expires_at: Time('When it ends if it is not used again'),
  revoked_at: Nullable(Time('When it was ended, when its key was revoked, or when the person left from whose session it descends')),
  left_at: Nullable(Time('When the person left. Links and sessions that descend from this session ended at the same time')),
  unknown_codes: Type.Integer({ description: 'How many scanned or typed codes named no parcel; counted for counters and handlers' }),
  is_slowed: Type.Boolean({
    description: 'Whether the session is limited to one look-up every 10 seconds, because 20 such codes came within the last 10 minutes',
  }),
}
export const SessionOut = Type.Object(session, { title: 'ConsoleSession' })
export const SessionDetailOut = Type.Object(
  {
    ...session,
    environment: Type.Enum(['sandbox', 'production']),
    server_time: Time("The time of the service when it answered; of a partner's session in the sandbox its virtual time"),
  },
  { title: 'ConsoleSessionDetail' },
)
