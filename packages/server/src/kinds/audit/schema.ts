import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'
export const AuditOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['audit_record']),
    at: Time('When'),
    actor: Type.String({
      description:
        '`key:<key id>` over the API, `session:<session id> <email>` for somebody who signed in, `cli:<user>@<host>` on the command line, `folder:<host>` for a report of a carrier that was dropped into a folder, `carrier:<code>` for one that was fetched from its service, `provider:<issuer>` for a provider of OpenID Connect that ended or changed a session',
    }),
    actor_name: Nullable(
      Type.String({
        description:
          'What the key that acted is called now, or the name of the person who signed in; null on the command line, or if there is no name',
      }),
    ),
    action: Type.String({ description: 'What was done, such as `store.changed`, or the endpoint that was called' }),
    subject: Type.String({ description: 'Id or code of what it was done to' }),
    before: Nullable(Type.Object({}, { description: 'As it was; null for what did not exist' })),
    after: Nullable(Type.Object({}, { description: 'As it became' })),
  },
  { title: 'AuditRecord' },
)
