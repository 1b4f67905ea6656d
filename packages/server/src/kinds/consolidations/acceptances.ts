// Accepts the tenders of counted consolidations one by one, each in the same way as a single acceptance. The remaining work is stored as
// rows, so a killed process loses nothing. One statement writes a tender's acceptance and marks it as accepted in the consolidation, so
// each acceptance happens once, in any number of processes and attempts. Only one process works at a time, because more would not help.
import type { ConsolidationMemberRow, ConsolidationRow } from '@backhaul/core/consolidation.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Update } from '../../commit/plan.ts'
import { withAdvisoryLock } from '../../database/advisory-lock.ts'
import { BackgroundLoop } from '../../database/background-loop.ts'
import { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { auditPlan } from '../../service/audit.ts'
import { type CommandResult, Execution } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { acceptTender } from '../tenders/command.ts'
import { findAccepting, findConsolidation, findMember, findUnderWay, UNDER_WAY } from './queries.ts'

const LOCK = 7_215_039
/** Rest between passes. New work ends the rest early. */
const REST_MS = 60_000
const PORTION = 50

/** Name of the search for counted consolidations. */
export const COUNTED = 'consolidations'

export class Acceptances {
  readonly #service: Service
  readonly #db: Database
  readonly #loop = new BackgroundLoop()
  #ended: Promise<void> | null = null
  #stopLooking: () => void = () => {}

  constructor(service: Service) {
    this.#service = service
    this.#db = new Database(service.db.config, 1)
  }

  start(): void {
    const { log, workScanner } = this.#service
    this.#stopLooking = workScanner.watchFor({ name: COUNTED, exists: `exists (${UNDER_WAY})`, wake: () => this.#loop.wake() })
    this.#ended = this.#loop.run(
      REST_MS,
      () => this.pass(),
      (err) => log.error({ err }, 'accepting the tenders of consolidations failed'),
    )
  }

  async stop(): Promise<void> {
    this.#stopLooking()
    this.#loop.stop()
    await this.#ended
    await this.#db.close()
  }

  async pass(): Promise<void> {
    const { reads } = this.#service
    if ((await findUnderWay(reads)).length === 0) return
    await withAdvisoryLock(this.#db, LOCK, async () => {
      for (const { id } of await findUnderWay(reads)) await this.#accept(id)
    })
  }

  async #accept(id: string): Promise<void> {
    const { execute } = new Execution(this.#service)
    while (!this.#loop.stopped) {
      const members = await findAccepting(this.#service.db, id, PORTION)
      if (members.length === 0) return void (await execute(() => endConsolidation(this.#service, id)))
      for (const member of members) {
        if (this.#loop.stopped) return
        const outcome = await execute(() => acceptMember(this.#service, member.id))
        // The acceptance keeps conflicting with other changes, so it waits for the next pass.
        if (isRefusal(outcome)) return
      }
    }
  }
}

const NOTHING: CommandResult = { status: 200, body: {}, plan: {} }

/** One attempt at accepting the tender of a member. If the tender refuses, the refusal is noted and the other tenders continue. */
export const acceptMember = async (service: Service, id: string): Promise<CommandResult> => {
  const member = await findMember(service.db, id)
  if (member?.state !== 'accepting') return NOTHING
  const consolidation = (await findConsolidation(service.db, member.consolidation_id)) as ConsolidationRow
  const { accepted_by, actor, actor_email, actor_name } = consolidation
  const input = {
    piece_count_received: member.piece_count_received as number,
    missing_shipment_ids: member.missing_shipment_ids,
    surplus_numbers: member.surplus_numbers,
  }
  const by = { tenant: null, actor: { email: actor_email ?? '', full_name: actor_name ?? '' }, acceptor: accepted_by as string }
  const outcome = await acceptTender(service, by, member.subject_id, input)
  const ended = (state: ConsolidationMemberRow['state'], reason: string | null = null, message: string | null = null): Update => [
    'consolidation_members',
    { ...member, state, reason, message, ended_at: iso(service.clock.now()), version: member.version + 1 },
  ]
  if (isRefusal(outcome)) return { ...NOTHING, plan: { updates: [ended('refused', outcome.code, outcome.message)] } }
  const { consolidation_id, piece_count_received, subject_id: subject } = member
  const after = { consolidation_id, piece_count_received }
  const audit = auditPlan(service, { actor: actor as string, action: 'tender.accepted', subject, before: null, after })
  return { ...NOTHING, plan: mergePlans([outcome.plan, { updates: [ended('accepted')] }, audit]) }
}

/** One attempt at ending a consolidation that has no tenders left to accept. */
const endConsolidation = async (service: Service, id: string): Promise<CommandResult> => {
  const row = await findConsolidation(service.db, id)
  if (row?.status !== 'accepting') return NOTHING
  const ended: ConsolidationRow = { ...row, status: 'accepted', ended_at: iso(service.clock.now()), version: row.version + 1 }
  return { ...NOTHING, plan: { updates: [['consolidations', ended]] } }
}
