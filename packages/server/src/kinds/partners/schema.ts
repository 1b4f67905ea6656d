import { KEY_ROLES, KEY_SIGNATURES, type KeyRole, SCOPES } from '@backhaul/core/partner.ts'
import { Type } from 'typebox'
import { Address, AddressOut, IdText, Nullable, ParcelIn, ParcelOut, Text, Time } from '../../http/schemas.ts'

export const MAX_RATE_LIMIT = 1_000_000
export const MAX_ALLOW_IPS = 100
export const MAX_STORAGE_LIMIT = 10 ** 15

export const Cidr = Type.String({
  minLength: 2,
  maxLength: 49,
  description: 'An IP address or a CIDR',
  examples: ['203.0.113.0/24'],
  published: { pattern: '^[0-9A-Fa-f.:]+(/\\d{1,3})?$' },
})
const AllowIps = Type.Array(Cidr, {
  maxItems: MAX_ALLOW_IPS,
  description: 'Addresses from which requests are accepted; an empty list accepts any address',
})
const RateLimit = Type.Integer({ minimum: 1, maximum: MAX_RATE_LIMIT, description: 'Requests per 60 seconds for each key' })
const StorageLimit = Type.Integer({
  minimum: 0,
  maximum: MAX_STORAGE_LIMIT,
  description: 'Maximum total size of documents in bytes; the default of the service if the partner has no limit of its own',
})
const Signature = Type.Enum([...KEY_SIGNATURES], {
  description: 'Accepted signatures of requests with the key: `any`, or only `v2` (`X-Service-Signature-V2`)',
})
const KeyName = Text(100, 'Name of the key for operators, such as the program that uses it; the audit trail shows it')
const ContactEmail = Type.String({ maxLength: 254, description: 'Email address shown in events' })
const ContactName = Type.String({ maxLength: 100, description: 'Name shown in events' })

const scopes = (description: string) => Type.Array(Type.Enum([...SCOPES]), { minItems: 1, uniqueItems: true, description })
const role = (description: string) => Type.Enum(Object.keys(KEY_ROLES) as KeyRole[], { description })
const ROLE =
  "A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: all scopes except ops"
const asked = {
  role: Type.Optional(role(`${ROLE}. When \`role\` and \`scopes\` are both absent: \`all\` in the sandbox and \`merchant\` in production`)),
  scopes: Type.Optional(scopes('Single scopes of the key')),
}
const ScopesOut = Type.Array(Type.String({ examples: [...SCOPES] }), { description: 'Scopes of the key' })

export const PartnerCreate = Type.Object(
  {
    name: Text(100, 'Name of the partner'),
    default_return_address: Type.Optional(Address),
    default_parcel: Type.Optional(ParcelIn),
    contact_email: Type.Optional(ContactEmail),
    contact_name: Type.Optional(ContactName),
    rate_limit: Type.Optional(RateLimit),
    allow_ips: Type.Optional(AllowIps),
    storage_limit: Type.Optional(StorageLimit),
    signature: Type.Optional(Signature),
    ...asked,
  },
  { additionalProperties: false, title: 'PartnerCreate' },
)

export const PartnerChange = Type.Object(
  {
    name: Type.Optional(Text(100, 'Name of the partner')),
    default_return_address: Type.Optional(Nullable(Address)),
    default_parcel: Type.Optional(Nullable(ParcelIn)),
    contact_email: Type.Optional(ContactEmail),
    contact_name: Type.Optional(ContactName),
    rate_limit: Type.Optional(RateLimit),
    storage_limit: Type.Optional(Nullable(StorageLimit)),
  },
  { additionalProperties: false, title: 'PartnerChange', minProperties: 1 },
)

export const PartnerOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['partner']),
    name: Type.String(),
    default_return_address: Nullable(AddressOut),
    default_parcel: Nullable(ParcelOut),
    contact_email: Type.String(),
    contact_name: Type.String(),
    rate_limit: Nullable(
      Type.Integer({ description: 'Rate limit of the newest live key, in requests per 60 seconds; null without a live key' }),
    ),
    live_keys: Type.Integer({ description: 'Number of keys that are not revoked' }),
    storage_used: Type.Integer({ format: 'int64', description: "Total size of the partner's documents in bytes" }),
    storage_limit: Nullable(
      Type.Integer({ format: 'int64', description: 'Maximum total size of documents in bytes; null: the default of the service' }),
    ),
    created_at: Time('Creation'),
    version: Type.Integer({ description: 'Increases with each change' }),
  },
  { title: 'Partner' },
)

export const KeyCreate = Type.Object(
  {
    kind: Type.Enum(['partner', 'operator']),
    partner_id: Type.Optional(IdText('The partner that owns the key; only for the kind partner')),
    name: Type.Optional(KeyName),
    ...asked,
    allow_ips: Type.Optional(AllowIps),
    rate_limit: Type.Optional(RateLimit),
    signature: Type.Optional(Signature),
    email: Type.Optional(ContactEmail),
    full_name: Type.Optional(ContactName),
  },
  { additionalProperties: false, title: 'KeyCreate' },
)

export const KeyChange = Type.Object(
  {
    name: Type.Optional(Nullable(KeyName)),
    role: Type.Optional(role(ROLE)),
    scopes: Type.Optional(scopes('New scopes of the key, which replace all current scopes')),
    allow_ips: Type.Optional(AllowIps),
    rate_limit: Type.Optional(RateLimit),
    signature: Type.Optional(Signature),
    email: Type.Optional(ContactEmail),
    full_name: Type.Optional(ContactName),
  },
  { additionalProperties: false, title: 'KeyChange', minProperties: 1 },
)

export const KeyOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['api_key']),
    name: Nullable(Type.String({ description: 'Name of the key for operators' })),
    kind: Type.Enum(['partner', 'operator']),
    partner_id: Nullable(Type.String()),
    scopes: ScopesOut,
    allow_ips: Type.Array(Type.String()),
    rate_limit: Type.Integer(),
    rate_used: Type.Optional(
      Type.Integer({ description: 'Requests of the last 60 seconds that count against `rate_limit`; only with `use=true`' }),
    ),
    signature: Signature,
    email: Type.String(),
    full_name: Type.String(),
    last_used_at: Nullable(
      Time(
        'Time of the last genuine request with the key, recorded up to a minute later; null: never used, or not since the service began to record these times',
      ),
    ),
    revoked_at: Nullable(Time('Time of the revocation')),
    created_at: Time('Creation'),
    made_by: Type.Optional(
      Nullable(
        Type.String({
          description:
            'Actor that created the key, as in the audit trail; for operators only. null: unknown, because the key was created before the service recorded the creators of keys',
        }),
      ),
    ),
    decide_since: Type.Optional(
      Nullable(
        Time(
          'Time since when the key has been waiting for an operator to keep or revoke it, because its creator left; for operators only. null: nothing to decide',
        ),
      ),
    ),
  },
  { title: 'ApiKey' },
)

/** Query parameters for reading one key. */
export const KeyQuery = Type.Object(
  {
    use: Type.Optional(
      Type.Enum(['true'], { description: 'Adds `rate_used`: the requests of the last minute that count against the limit of the key.' }),
    ),
  },
  { additionalProperties: false },
)

export const CredentialsOut = Type.Object(
  {
    partner_id: Nullable(Type.String({ description: "Null for an operator's key" })),
    key_id: Type.String(),
    api_key: Type.String({ description: 'Shown only in this answer' }),
    signing_secret: Type.String({ description: 'Shown only in this answer' }),
    environment: Type.Enum(['sandbox', 'production']),
    scopes: ScopesOut,
    signature: Signature,
  },
  { title: 'Credentials' },
)

export const RotatedSecretOut = Type.Object(
  {
    key_id: Type.String(),
    signing_secret: Type.String({ description: 'Shown only in this answer' }),
    previous_valid_until: Time('Time until which the previous secret remains valid'),
  },
  { title: 'RotatedSigningSecret' },
)
