import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'
export const AuditOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['audit_record']),
    at: Time('When'),
    actor: Type.String({
      description:
        '`key:<key id>` for the API, `session:<session id> <email>` for a person who signed in, `cli:<user>@<host>` for the command line, `folder:<host>` for a carrier report from a folder, `carrier:<code>` for a carrier report from the service of the carrier, `provider:<issuer>` for an OpenID Connect provider that ended or changed a session',
    }),
    actor_name: Nullable(
      Type.String({
        description:
          'Current name of the key that acted, or name of the person who signed in; null for the command line, or if there is no name',
      }),
    ),
    action: Type.String({ description: 'Action, such as `store.changed`, or the endpoint that was called' }),
    subject: Type.String({ description: 'Id or code of the record that the action applies to' }),
    before: Nullable(Type.Object({}, { description: 'State before the action; null if the record did not exist' })),
    after: Nullable(Type.Object({}, { description: 'State after the action' })),
  },
  { title: 'AuditRecord' },
)
