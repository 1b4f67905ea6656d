import { type Command, Option } from 'commander'
import type { Static } from 'typebox'
import { OPERATOR_SCOPES, PARTNER_SCOPES } from '../domain/partner.ts'
import { isRefusal } from '../domain/refusal.ts'
import { addKey, changeKey, keyNotFound, revokeKey, rotateSecret } from '../partners/commands.ts'
import { findKeyRow, listKeys } from '../partners/queries.ts'
import { keyResource } from '../partners/resource.ts'
import { type KeyChange, MAX_RATE_LIMIT } from '../partners/schema.ts'
import { type Config, isCidr } from '../platform/config.ts'
import { checkMasterKey } from '../platform/secrets.ts'
import { SHOWN_ONCE } from './partner.ts'
import { type AskedScopes, askedOf, withScopes } from './scopes.ts'
import {
  CommandError,
  cliActor,
  failOn,
  leaf,
  listing,
  print,
  printList,
  repeated,
  run,
  shortText,
  wholeNumber,
  withService,
} from './tool.ts'

interface Facts extends AskedScopes {
  allowIp?: string[]
  rateLimit?: number
  email?: string
  fullName?: string
  json?: boolean
}

interface Create extends Facts {
  partner?: string
  operator?: boolean
}

const factsOf = ({ allowIp, rateLimit, email, fullName, ...asked }: Facts): Static<typeof KeyChange> => ({
  ...askedOf(asked),
  ...(allowIp && { allow_ips: allowIp }),
  ...(rateLimit !== undefined && { rate_limit: rateLimit }),
  ...(email !== undefined && { email }),
  ...(fullName !== undefined && { full_name: fullName }),
})

const create = async (config: Config, options: Create, command: Command): Promise<void> => {
  if ((options.partner === undefined) === !options.operator)
    command.error('error: give either --partner <id> or --operator, which says whose key it is')
  if (options.operator && options.role !== undefined)
    command.error("error: option '--role' goes with --partner only; an operator's key has every scope, or those that --scope names")
  if (options.partner !== undefined && options.scope?.includes('ops')) {
    command.error(`error: option '--scope ops' goes with --operator only; a partner's key takes ${PARTNER_SCOPES.join(', ')}`)
  }
  const input = {
    kind: options.operator ? ('operator' as const) : ('partner' as const),
    ...(options.partner !== undefined && { partner_id: options.partner }),
    ...factsOf(options),
  }
  const made = await withService(config, async (service) => {
    await checkMasterKey(service)
    return run(service, () => addKey(service, cliActor(), input))
  })
  print(options.json, made, `${listing(made)}\n${SHOWN_ONCE}`)
}

const list = async (config: Config, { partner, operator, json }: Create): Promise<void> => {
  const filter = { partner_id: partner, kind: operator ? ('operator' as const) : undefined, after: null, limit: null }
  const data = await withService(config, async (service) => (await listKeys(service.db, filter)).map(keyResource))
  printList(
    json,
    data,
    {
      id: (key) => key.id,
      of: (key) => key.partner_id ?? 'operator',
      state: (key) => (key.revoked_at ? `revoked ${key.revoked_at}` : 'live'),
      'rate limit': (key) => key.rate_limit,
      from: (key) => key.allow_ips.join(' ') || 'any address',
      scopes: (key) => key.scopes.join(' '),
    },
    'No key yet; see `backhaul key create --help`.',
  )
}

const show = async (config: Config, id: string, { json }: { json?: boolean }): Promise<void> => {
  const key = await withService(config, (service) => findKeyRow(service.db, id))
  if (!key) return failOn(keyNotFound())
  print(json, keyResource(key), listing(keyResource(key)))
}

const change = async (config: Config, id: string, { anyIp, ...options }: Facts & { anyIp?: boolean }): Promise<void> => {
  const input = { ...factsOf(options), ...(anyIp && { allow_ips: [] }) }
  if (Object.keys(input).length === 0)
    throw new CommandError('nothing to change: give at least one option, such as --scope or --rate-limit')
  const key = await withService(config, (service) => changeKey(service, cliActor(), id, input))
  if (isRefusal(key)) return failOn(key)
  print(options.json, keyResource(key), `Key ${id} is changed; running servers go by it within a second.`)
}

const revoke = async (config: Config, id: string, { json }: { json?: boolean }): Promise<void> => {
  const key = await withService(config, (service) => run(service, () => revokeKey(service, cliActor(), id)))
  print(json, key, `Key ${id} is revoked; running servers refuse it within a second.`)
}

const rotate = async (config: Config, id: string, { json }: { json?: boolean }): Promise<void> => {
  const made = await withService(config, async (service) => {
    await checkMasterKey(service)
    return run(service, () => rotateSecret(service, cliActor(), id))
  })
  print(json, made, `${listing(made)}\nThe secret is shown this once. The one before it goes on signing until previous_valid_until.`)
}

const withFacts = (
  command: Command,
  { role, scope, allowIp, rateLimit }: Record<'role' | 'scope' | 'allowIp' | 'rateLimit', string>,
): Command =>
  withScopes(command, OPERATOR_SCOPES, { role, scope })
    .option(
      '--allow-ip <cidr>',
      `address or network that it may be used from; repeatable ${allowIp}`,
      repeated(isCidr, 'Give an IP address or a CIDR.'),
    )
    .option('--rate-limit <n>', `requests per minute ${rateLimit}`.trim(), wholeNumber(1, MAX_RATE_LIMIT))
    .option('--email <address>', 'whom events name as having acted', shortText(0, 254))
    .option('--full-name <name>', 'whom events name as having acted', shortText(0, 100))

/** `key create|list|show|change|revoke|rotate-secret`; contract §1 and §14. */
export const addKeyCommands = (root: Command, config: () => Config): void => {
  const key = root.command('key').description('API keys of partners and of the operator')
  const created = leaf(key, 'create', 'Create a key; prints the credentials', [
    'key create --partner par_01…',
    'key create --partner par_01… --role network                 # scans, tenders and adjusts prices too',
    'key create --partner par_01… --scope tracking:read --json   # safe in a browser',
    'key create --operator --email ops@example.com --full-name "Olive Operator"',
  ])
    .option('--partner <id>', 'whose key it is')
    .option('--operator', "a key of the network's operator, for any partner's shipments and /v2/ops")
  withFacts(created, {
    role: "what a partner's key may do (default: all in the sandbox, merchant in production)",
    scope: "what it may do, instead of a role; repeatable (default of an operator's key: all)",
    allowIp: '(default: any)',
    rateLimit: "(default: as the partner's newest key, else 100)",
  }).action((options: Create, command: Command) => create(config(), options, command))
  leaf(key, 'list', 'List keys, newest first, without their secrets', ['key list', 'key list --partner par_01… --json'])
    .option('--partner <id>', 'only keys of this partner')
    .option('--operator', "only the operator's keys")
    .action((options: Create) => list(config(), options))
  leaf(key, 'show', 'Show a key, also a revoked one, without its secrets', ['key show key_01…'])
    .argument('<key_id>')
    .action((id: string, options) => show(config(), id, options))
  const changed = leaf(key, 'change', 'Change what a key may do; what is not given stays', [
    'key change key_01… --rate-limit 1000',
    'key change key_01… --role merchant',
    'key change key_01… --scope shipments:read --scope events:read   # these and no others',
    'key change key_01… --allow-ip 203.0.113.0/24',
    'key change key_01… --any-ip',
  ])
    .argument('<key_id>')
    .addOption(new Option('--any-ip', 'it may be used from any address').conflicts('allowIp'))
  withFacts(changed, {
    role: "what a partner's key may do from now on",
    scope: 'what it may do from now on; repeatable for the whole list',
    allowIp: 'for the whole list',
    rateLimit: '',
  }).action((id: string, options) => change(config(), id, options))
  leaf(key, 'revoke', 'End a key for good', ['key revoke key_01…'])
    .argument('<key_id>')
    .action((id: string, options) => revoke(config(), id, options))
  leaf(key, 'rotate-secret', 'Make a new signing secret; the one before it stays valid for 24 hours', ['key rotate-secret key_01… --json'])
    .argument('<key_id>')
    .action((id: string, options) => rotate(config(), id, options))
}
