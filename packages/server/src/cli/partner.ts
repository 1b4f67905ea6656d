import { KEY_SIGNATURES, type KeySignature, PARTNER_SCOPES } from '@backhaul/core/partner.ts'
import { type Command, Option } from 'commander'
import type { Static } from 'typebox'
import { Address, ParcelIn } from '../http/schemas.ts'
import { addPartner, changePartner, partnerNotFound } from '../kinds/partners/commands.ts'
import { findPartner, listPartners } from '../kinds/partners/queries.ts'
import { partnerResource } from '../kinds/partners/resource.ts'
import { MAX_RATE_LIMIT, MAX_STORAGE_LIMIT, type PartnerChange, type PartnerCreate } from '../kinds/partners/schema.ts'
import { type Config, isCidr } from '../process/config.ts'
import { checkMasterKey } from '../storage/secrets.ts'
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
  readJsonFile,
  repeated,
  run,
  shortText,
  wholeNumber,
  withService,
} from './tool.ts'

/** Help text of `--signature`. */
export const SIGNATURE = 'any, or v2 (only the signature over the whole request)'
export const SHOWN_ONCE = 'This is the only time the key and its signing secret are shown. Store them safely.'

const MIB = 1024 * 1024
const MAX_STORAGE_MIB = Math.floor(MAX_STORAGE_LIMIT / MIB)

interface Facts {
  name?: string
  rateLimit?: number
  allowIp?: string[]
  defaultReturnAddress?: string
  defaultParcel?: string
  contactEmail?: string
  contactName?: string
  storageLimit?: number
  json?: boolean
}

/** `rateLimit`, `storage` and `other` are help texts: each says what applies if its option is not given. */
const withFacts = (command: Command, rateLimit: string, storage: string, other: string): Command =>
  command
    .option(
      '--rate-limit <n>',
      `requests per minute of each key, 1 to ${MAX_RATE_LIMIT} (default: ${rateLimit})`,
      wholeNumber(1, MAX_RATE_LIMIT),
    )
    .option(
      '--storage-limit <mib>',
      `MiB that its documents may use, 0 to ${MAX_STORAGE_MIB} (default: ${storage})`,
      wholeNumber(0, MAX_STORAGE_MIB),
    )
    .option('--default-return-address <file>', `JSON file with the default recipient of returns (default: ${other})`)
    .option('--default-parcel <file>', `JSON file with the default parcel of shipments (default: ${other})`)
    .option('--contact-email <address>', `email that events show for the partner's actions (default: ${other})`, shortText(0, 254))
    .option('--contact-name <name>', `name that events show for the partner's actions (default: ${other})`, shortText(0, 100))

const factsOf = (options: Facts) => ({
  ...(options.rateLimit !== undefined && { rate_limit: options.rateLimit }),
  ...(options.storageLimit !== undefined && { storage_limit: options.storageLimit * MIB }),
  ...(options.contactEmail !== undefined && { contact_email: options.contactEmail }),
  ...(options.contactName !== undefined && { contact_name: options.contactName }),
  ...(options.defaultReturnAddress !== undefined && {
    default_return_address: readJsonFile('--default-return-address', options.defaultReturnAddress, Address),
  }),
  ...(options.defaultParcel !== undefined && {
    default_parcel: readJsonFile('--default-parcel', options.defaultParcel, ParcelIn),
  }),
})

interface Create extends Facts, RequestedScopes {
  signature?: KeySignature
}

const create = async (config: Config, { name, allowIp, signature, json, ...options }: Create): Promise<void> => {
  const input: Static<typeof PartnerCreate> = {
    name: name as string,
    allow_ips: allowIp ?? [],
    ...(signature && { signature }),
    ...askedOf(options),
    ...factsOf(options),
  }
  const made = await withService(config, async (service) => {
    await checkMasterKey(service)
    return run(service, () => addPartner(service, cliActor(), input))
  })
  print(json, made, `${listing(made)}\n${SHOWN_ONCE}`)
}

interface Change extends Facts {
  clearReturnAddress?: boolean
  clearParcel?: boolean
  clearStorageLimit?: boolean
}

const change = async (
  config: Config,
  id: string,
  { name, json, clearReturnAddress, clearParcel, clearStorageLimit, ...options }: Change,
): Promise<void> => {
  const input: Static<typeof PartnerChange> = {
    ...(name !== undefined && { name }),
    ...factsOf(options),
    ...(clearReturnAddress && { default_return_address: null }),
    ...(clearParcel && { default_parcel: null }),
    ...(clearStorageLimit && { storage_limit: null }),
  }
  if (Object.keys(input).length === 0) throw new CommandError('nothing to change: give at least one option, such as --name or --rate-limit')
  const changed = await withService(config, (service) => changePartner(service, cliActor(), id, input))
  print(json, changed, `Partner ${id} changed.`)
}

const show = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const row = await withService(config, async (service) => (await findPartner(service.db, id)) ?? partnerNotFound('id'))
  print(json, partnerResource(row), listing(partnerResource(row)))
}

const list = async (config: Config, { json }: Json): Promise<void> => {
  const data = await withService(config, async (service) => (await listPartners(service.db, null, null)).map(partnerResource))
  printList(
    json,
    data,
    ['id', 'name', ['keys', 'live_keys'], 'rate_limit', ['created', 'created_at']],
    'No partners yet; see `backhaul partner create --help`.',
  )
}

/** `partner create|change|list|show` (docs/operating/partners-and-keys.md). */
export const addPartnerCommands = (root: Command, config: () => Config): void => {
  const partner = root.command('partner').description('Partners: the merchants that ship parcels')
  const created = withFacts(
    leaf(partner, 'create', 'Create a partner and its first key; prints the credentials', [
      'partner create --name "Acme Outdoor"',
      'partner create --name "Acme Counters" --role network   # may also scan, tender and adjust prices',
      'partner create --name Acme --rate-limit 600 --allow-ip 203.0.113.0/24 --allow-ip 2001:db8::/32 --json',
      'partner create --name Acme --default-return-address address.json   # {"line1": …, "city": …, "postal_code": …, "country": "US"}',
    ]).requiredOption('--name <name>', 'name of the partner, up to 100 characters', shortText(1, 100)),
    '100',
    'BACKHAUL_PARTNER_STORAGE_MIB',
    'none',
  )
  withScopes(created, PARTNER_SCOPES, {
    role: 'permissions of its key (default: all in the sandbox, merchant in production)',
    scope: 'single scopes instead of a role; repeatable',
  })
    .option(
      '--allow-ip <cidr>',
      'address or network (CIDR) that may use the key; repeatable (default: any address)',
      repeated(isCidr, 'Give an IP address or a CIDR.'),
    )
    .option('--signature <which>', `signature versions that its key accepts: ${SIGNATURE} (default: any)`, choice(...KEY_SIGNATURES))
    .action((options: Create) => create(config(), options))
  withFacts(
    leaf(partner, 'change', 'Change a partner; settings without an option are unchanged', [
      'partner change par_01… --rate-limit 1000',
      'partner change par_01… --default-parcel parcel.json   # {"weight": 2, "length": 12, "width": 9, "height": 4}',
      'partner change par_01… --clear-return-address',
    ])
      .argument('<partner_id>')
      .option('--name <name>', 'name of the partner, up to 100 characters (default: unchanged)', shortText(1, 100)),
    'unchanged',
    'unchanged',
    'unchanged',
  )
    .addOption(new Option('--clear-return-address', 'remove the default return address').conflicts('defaultReturnAddress'))
    .addOption(new Option('--clear-parcel', 'remove the default parcel').conflicts('defaultParcel'))
    .addOption(new Option('--clear-storage-limit', 'use the same storage limit as other partners').conflicts('storageLimit'))
    .action((id: string, options: Change) => change(config(), id, options))
  leaf(partner, 'list', 'List partners, newest first', ['partner list', 'partner list --json']).action((options) => list(config(), options))
  leaf(partner, 'show', 'Show the settings of a partner and the number of its live keys', ['partner show par_01…'])
    .argument('<partner_id>')
    .action((id: string, options) => show(config(), id, options))
}
