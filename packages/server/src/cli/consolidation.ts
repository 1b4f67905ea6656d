import { CONSOLIDATION_STATUSES, type ConsolidationStatus } from '@backhaul/core/consolidation.ts'
import type { Command } from 'commander'
import type { Static } from 'typebox'
import type { OpenService } from '../app/open-service.ts'
import { Acceptances } from '../kinds/consolidations/acceptances.ts'
import {
  acceptConsolidation,
  type ConsolidationInput,
  cancelConsolidation,
  consolidationNotFound,
  createConsolidation,
} from '../kinds/consolidations/command.ts'
import { findConsolidation, listConsolidations, readMembers } from '../kinds/consolidations/queries.ts'
import { consolidationDetail, consolidationListed } from '../kinds/consolidations/resource.ts'
import { ConsolidationAccept } from '../kinds/consolidations/schema.ts'
import type { Config } from '../process/config.ts'
import {
  CommandError,
  choice,
  cliActor,
  cliUser,
  failOn,
  type Json,
  leaf,
  print,
  printList,
  readJsonFile,
  repeated,
  run,
  shortText,
  showProgress,
  wholeNumber,
  withService,
} from './tool.ts'

type Detail = ReturnType<typeof consolidationDetail>

const RECHECK_INTERVAL_MS = 200
const MOST_LISTED = 100
const MAX_PIECES = 1_000_000

const memberLine = ({ kind, id, partner_id, piece_count, piece_count_received, state, message }: Detail['members'][number]): string =>
  `  ${kind} ${id} of ${partner_id}: ${piece_count_received ?? '-'} of ${piece_count}, ${state}${message === null ? '' : `: ${message}`}`

const textOf = ({ id, carrier, facility, store_id, date, status, piece_count, piece_count_received, members }: Detail): string => {
  const place = [facility, store_id, date].filter((one) => one !== null).join(', ')
  const counted = piece_count_received === null ? '' : `, ${piece_count_received} counted`
  return [`${id}: ${carrier} at ${place}, ${status}, ${piece_count} parcels expected${counted}`, ...members.map(memberLine)].join('\n')
}

const readDetail = async (service: OpenService, id: string): Promise<Detail> => {
  const row = await findConsolidation(service.db, id)
  return row ? consolidationDetail(row, await readMembers(service.db, id)) : failOn(consolidationNotFound())
}

interface CreateOptions extends Json {
  carrier: string
  facility?: string
  store?: string
  date?: string
  tender?: string[]
  sweep?: string[]
}

const create = async (config: Config, { json, carrier, facility, store, date, tender, sweep }: CreateOptions): Promise<void> => {
  const input: ConsolidationInput = {
    carrier,
    ...(facility !== undefined && { facility }),
    ...(store !== undefined && { store_id: store }),
    ...(date !== undefined && { date }),
    ...(tender !== undefined && { tender_ids: tender }),
    ...(sweep !== undefined && { sweep_ids: sweep }),
  }
  const body = await withService(config, (service) => run(service, () => createConsolidation(service, cliActor(), input)))
  print(json, body, textOf(body as Detail))
}

/** Waits until all tenders are accepted. If no server accepts them, this process does. */
const watch = async (service: OpenService, id: string): Promise<Detail> => {
  const acceptances = new Acceptances(service)
  acceptances.start()
  try {
    for (;;) {
      const detail = await readDetail(service, id)
      if (detail.status !== 'accepting') return detail
      showProgress(`${detail.accepting_count} tenders left to accept`)
      await new Promise((resolve) => setTimeout(resolve, RECHECK_INTERVAL_MS))
    }
  } finally {
    showProgress('')
    await acceptances.stop()
  }
}

interface AcceptOptions extends Json {
  by?: string
  counts?: string
  unattributed?: string
}

const accept = async (config: Config, id: string, received: number, { json, by, counts, unattributed }: AcceptOptions): Promise<void> => {
  const given: Static<typeof ConsolidationAccept>['counts'] =
    counts === undefined ? undefined : readJsonFile('--counts', counts, ConsolidationAccept.properties.counts)
  const number = unattributed === undefined ? 0 : Number(unattributed)
  if (!Number.isInteger(number)) throw new CommandError('--unattributed must be a whole number, such as 2 or -1')
  const input = {
    piece_count_received: received,
    unattributed: number,
    ...(given !== undefined && { counts: given }),
    ...(by !== undefined && { accepted_by: by }),
  }
  const who = { actor: cliActor(), email: '', full_name: '', acceptor: cliUser() }
  const detail = await withService(config, async (service) => {
    await run(service, () => acceptConsolidation(service, who, id, input))
    return watch(service, id)
  })
  print(json, detail, textOf(detail))
}

const list = async (
  config: Config,
  { json, carrier, status }: Json & { carrier?: string; status?: ConsolidationStatus },
): Promise<void> => {
  const data = await withService(config, async (service) =>
    (await listConsolidations(service.db, { after: null, limit: MOST_LISTED }, { carrier, status })).map(consolidationListed),
  )
  printList(
    json,
    data,
    [
      'id',
      'carrier',
      ['place', (one) => one.facility ?? one.store_id],
      'date',
      'status',
      ['members', 'member_count'],
      ['partners', 'partner_count'],
      ['refused', 'refused_count'],
      ['created', 'created_at'],
    ],
    'No consolidations found.',
  )
}

const idsOf = (prefix: string) => repeated((text) => text.startsWith(prefix), `Give the id: ${prefix}….`)

/** `consolidation create|list|show|accept|cancel` (docs/operating/carriers.md#consolidations). */
export const addConsolidationCommands = (root: Command, config: () => Config): void => {
  const group = root
    .command('consolidation')
    .description('Tenders and sweeps, of one or more partners, that are counted together in one acceptance')
  leaf(
    group,
    'create',
    'Create a consolidation at one place; without --tender and --sweep, it includes all open tenders and sweeps at that place',
    [
      'consolidation create --carrier northline --facility EWR-SORT',
      'consolidation create --carrier northline --store sto_01… --date 2026-12-01',
    ],
  )
    .requiredOption('--carrier <code>', 'code of the carrier')
    .option('--facility <code>', 'facility where the carrier takes over the parcels (default: the store of --store)')
    .option('--store <store_id>', 'store that the carrier visits (default: none)')
    .option('--date <date>', 'with --store: the store-local day of the visit')
    .option('--tender <tender_id>', 'tender to include; repeatable (default: all open tenders at the place)', idsOf('tnd_'))
    .option('--sweep <sweep_id>', 'sweep to include; repeatable (default: all open sweeps at the place)', idsOf('swp_'))
    .action((options: CreateOptions) => create(config(), options))
  leaf(group, 'list', `List consolidations, newest first, at most ${MOST_LISTED}`, [
    'consolidation list',
    'consolidation list --status open --carrier northline',
  ])
    .option('--carrier <code>', 'only this carrier (default: all)')
    .option('--status <status>', `one of ${CONSOLIDATION_STATUSES.join(', ')} (default: all)`, choice(...CONSOLIDATION_STATUSES))
    .action((options: Json & { carrier?: string; status?: ConsolidationStatus }) => list(config(), options))
  leaf(group, 'show', 'Show a consolidation with its tenders and sweeps', ['consolidation show cns_01…'])
    .argument('<consolidation_id>')
    .action(async (id: string, { json }: Json) => {
      const detail = await withService(config(), (service) => readDetail(service, id))
      print(json, detail, textOf(detail))
    })
  leaf(group, 'accept', 'Accept all tenders and sweeps with one count, and wait until each tender is accepted', [
    'consolidation accept cns_01… 320',
    'consolidation accept cns_01… 318 --counts counts.json',
    'consolidation accept cns_01… 321 --unattributed 1',
  ])
    .argument('<consolidation_id>')
    .argument('<count>', 'total number of parcels counted', wholeNumber(0, MAX_PIECES))
    .option('--by <name>', 'name of the person who accepted, stored in every tender (default: your user and host name)', shortText(1, 100))
    .option(
      '--counts <file>',
      'JSON file with the members whose count differs: [{"id": "tnd_…", "piece_count_received": 12}] (default: no differences)',
    )
    .option('--unattributed <number>', 'number of surplus (negative: missing) parcels that belong to no known partner (default: 0)')
    .action((id: string, received: number, options: AcceptOptions) => accept(config(), id, received, options))
  leaf(group, 'cancel', 'Cancel a consolidation before the count; its tenders and sweeps are unchanged', ['consolidation cancel cns_01…'])
    .argument('<consolidation_id>')
    .action(async (id: string, { json }: Json) => {
      const body = await withService(config(), (service) => run(service, () => cancelConsolidation(service, cliActor(), id)))
      print(json, body, `${id} is cancelled.`)
    })
}
