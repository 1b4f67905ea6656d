import { KEY_SIGNATURES, type KeySignature, OPERATOR_SCOPES, PARTNER_SCOPES } from '@backhaul/core/partner.ts'
import { type Command, Option } from 'commander'
import type { Static } from 'typebox'
import { addKey, changeKey, keepKey, keyNotFound, revokeKey, rotateSecret } from '../kinds/partners/commands.ts'
import { findKeyRow, listKeys } from '../kinds/partners/queries.ts'
import { keyResource } from '../kinds/partners/resource.ts'
import { type KeyChange, MAX_RATE_LIMIT } from '../kinds/partners/schema.ts'
import { type Config, isCidr } from '../process/config.ts'
import { checkMasterKey } from '../storage/secrets.ts'
import { SHOWN_ONCE, SIGNATURE } from './partner.ts'
import { askedOf, type RequestedScopes, withScopes } from './scopes.ts'
import {
  CommandError,
  choice,
  cliActor,
  type Json,
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

interface Facts extends RequestedScopes {
  name?: string
  allowIp?: string[]
  rateLimit?: number
  signature?: KeySignature
  email?: string
  fullName?: string
  json?: boolean
}

interface Create extends Facts {
  partner?: string
  operator?: boolean
}

const MAX_NAME = 100

const factsOf = ({
  allowIp,
  rateLimit,
  signature,
  email,
  fullName,
  ...asked
}: Omit<Facts, 'name'>): Omit<Static<typeof KeyChange>, 'name'> => ({
  ...askedOf(asked),
  ...(allowIp && { allow_ips: allowIp }),
  ...(rateLimit !== undefined && { rate_limit: rateLimit }),
  ...(signature && { signature }),
  ...(email !== undefined && { email }),
  ...(fullName !== undefined && { full_name: fullName }),
})

const create = async (config: Config, { name, ...options }: Create, command: Command): Promise<void> => {
  if ((options.partner === undefined) === !options.operator)
    command.error("error: give --partner <id> for a partner's key or --operator for an operator's")
  if (options.operator && options.role !== undefined)
    command.error("error: option '--role' needs --partner; an operator's key has all scopes, or the scopes given with --scope")
  if (options.partner !== undefined && options.scope?.includes('ops')) {
    command.error(`error: option '--scope ops' needs --operator; a partner's key can have ${PARTNER_SCOPES.join(', ')}`)
  }
  const input = {
    kind: options.operator ? ('operator' as const) : ('partner' as const),
    ...(options.partner !== undefined && { partner_id: options.partner }),
    ...(name !== undefined && { name }),
    ...factsOf(options),
  }
  const made = await withService(config, async (service) => {
    await checkMasterKey(service)
    return run(service, () => addKey(service, cliActor(), null, input))
  })
  print(options.json, made, `${listing(made)}\n${SHOWN_ONCE}`)
}

const list = async (config: Config, { partner, operator, undecided, json }: Create & { undecided?: boolean }): Promise<void> => {
  const filter = {
    partner_id: partner,
    kind: operator ? ('operator' as const) : undefined,
    undecided: undecided ? ('true' as const) : undefined,
    after: null,
    limit: null,
  }
  const data = await withService(config, async (service) => (await listKeys(service.db, filter)).map(keyResource))
  printList(
    json,
    data,
    [
      'id',
      'name',
      ['owner', (key) => key.partner_id ?? 'operator'],
      [
        'state',
        (key) => (key.revoked_at ? `revoked ${key.revoked_at}` : key.decide_since ? `live, its creator left ${key.decide_since}` : 'live'),
      ],
      ['last used', (key) => key.last_used_at ?? 'never'],
      'rate_limit',
      'signature',
      ['allowed from', (key) => key.allow_ips.join(' ') || 'any address'],
      ['scopes', (key) => key.scopes.join(' ')],
    ],
    'No keys yet; see `backhaul key create --help`.',
  )
}

const show = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const key = await withService(config, async (service) => (await findKeyRow(service.db, id)) ?? keyNotFound())
  print(json, keyResource(key), listing(keyResource(key)))
}

const change = async (config: Config, id: string, { anyIp, name, ...options }: Facts & { anyIp?: boolean }): Promise<void> => {
  const input = { ...factsOf(options), ...(anyIp && { allow_ips: [] }), ...(name !== undefined && { name: name || null }) }
  if (Object.keys(input).length === 0)
    throw new CommandError('nothing to change: give at least one option, such as --scope or --rate-limit')
  const key = await withService(config, (service) => changeKey(service, cliActor(), null, id, input))
  print(options.json, keyResource(key), `Key ${id} changed. Running servers apply the change within a second.`)
}

const revoke = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const key = await withService(config, (service) => run(service, () => revokeKey(service, cliActor(), id)))
  print(json, key, `Key ${id} revoked. Running servers refuse it within a second.`)
}

const keep = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const key = await withService(config, (service) => run(service, () => keepKey(service, cliActor(), id)))
  print(json, key, `Key ${id} remains valid.`)
}

const rotate = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const made = await withService(config, async (service) => {
    await checkMasterKey(service)
    return run(service, () => rotateSecret(service, cliActor(), id))
  })
  print(
    json,
    made,
    `${listing(made)}\nThis is the only time the secret is shown. The previous secret stays valid until previous_valid_until.`,
  )
}

const withFacts = (
  command: Command,
  {
    role,
    scope,
    allowIp,
    rateLimit,
    signature,
    contact,
  }: Record<'role' | 'scope' | 'allowIp' | 'rateLimit' | 'signature' | 'contact', string>,
): Command =>
  withScopes(command, OPERATOR_SCOPES, { role, scope })
    .option(
      '--allow-ip <cidr>',
      `address or network (CIDR) that may use the key; repeatable${allowIp}`,
      repeated(isCidr, 'Give an IP address or a CIDR.'),
    )
    .option('--rate-limit <n>', `requests per minute, 1 to ${MAX_RATE_LIMIT} (default: ${rateLimit})`, wholeNumber(1, MAX_RATE_LIMIT))
    .option(
      '--signature <which>',
      `signature versions that the key accepts: ${SIGNATURE} (default: ${signature})`,
      choice(...KEY_SIGNATURES),
    )
    .option('--email <address>', `email that events show for actions of this key (default: ${contact})`, shortText(0, 254))
    .option('--full-name <name>', `name that events show for actions of this key (default: ${contact})`, shortText(0, 100))

/** `key create|list|show|change|keep|revoke|rotate-secret` (docs/operating/partners-and-keys.md). */
export const addKeyCommands = (root: Command, config: () => Config): void => {
  const key = root.command('key').description('API keys of partners and of the operator')
  const created = leaf(key, 'create', 'Create a key; prints the credentials', [
    'key create --partner par_01… --name "order system"',
    'key create --partner par_01… --role network                 # may also scan, tender and adjust prices',
    'key create --partner par_01… --scope tracking:read --json   # safe in a browser',
    'key create --operator --email ops@example.com --full-name "Olive Operator"',
  ])
    .option('--partner <id>', 'create a key of this partner')
    .option('--operator', "create an operator's key, for all partners' shipments and /v2/ops")
    .option('--name <name>', 'name of the key, such as the program that uses it (default: none)', shortText(1, MAX_NAME))
  withFacts(created, {
    role: "permissions of a partner's key (default: all in the sandbox, merchant in production)",
    scope: "single scopes instead of a role; repeatable (default for an operator's key: all)",
    allowIp: ' (default: any address)',
    rateLimit: "the limit of the partner's newest key, or 100",
    signature: 'any',
    contact: "the partner's contact",
  }).action((options: Create, command: Command) => create(config(), options, command))
  leaf(key, 'list', 'List keys, newest first, without their secrets', ['key list', 'key list --partner par_01… --json'])
    .option('--partner <id>', 'only keys of this partner')
    .option('--operator', "only the operator's keys")
    .option('--undecided', 'only keys that need a decision because their creator left')
    .action((options: Create) => list(config(), options))
  leaf(key, 'show', 'Show a key without its secrets; also works for revoked keys', ['key show key_01…'])
    .argument('<key_id>')
    .action((id: string, options) => show(config(), id, options))
  const changed = leaf(key, 'change', 'Change a key; settings without an option are unchanged', [
    'key change key_01… --rate-limit 1000',
    'key change key_01… --role merchant',
    'key change key_01… --scope shipments:read --scope events:read   # replaces all scopes',
    'key change key_01… --allow-ip 203.0.113.0/24',
    'key change key_01… --any-ip',
    'key change key_01… --signature v2   # the whole request must be signed: see /docs/signing',
  ])
    .argument('<key_id>')
    .option('--name <name>', "name of the key; '' removes the name (default: unchanged)", shortText(0, MAX_NAME))
    .addOption(new Option('--any-ip', 'let any address use the key').conflicts('allowIp'))
  withFacts(changed, {
    role: "new permissions of a partner's key (default: unchanged)",
    scope: 'single scopes instead of a role; repeatable, replaces all scopes',
    allowIp: ', replaces the list (default: unchanged)',
    rateLimit: 'unchanged',
    signature: 'unchanged',
    contact: 'unchanged',
  }).action((id: string, options) => change(config(), id, options))
  leaf(key, 'keep', 'Keep a key whose creator left', ['key list --undecided', 'key keep key_01…'])
    .argument('<key_id>')
    .action((id: string, options) => keep(config(), id, options))
  leaf(key, 'revoke', 'Revoke a key permanently', ['key revoke key_01…'])
    .argument('<key_id>')
    .action((id: string, options) => revoke(config(), id, options))
  leaf(key, 'rotate-secret', 'Create a new signing secret; the previous one stays valid for 24 hours', ['key rotate-secret key_01… --json'])
    .argument('<key_id>')
    .action((id: string, options) => rotate(config(), id, options))
}
