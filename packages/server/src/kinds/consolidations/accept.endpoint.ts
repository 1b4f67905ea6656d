import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { actorOf, nameOf } from '../../service/plan.ts'
import { COUNTED } from './acceptances.ts'
import { acceptConsolidation as accept } from './command.ts'
import { ConsolidationAccept, ConsolidationOut } from './schema.ts'

export const acceptConsolidation = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/consolidations/:id/accept',
    ...OPS,
    summary: 'Accept a consolidation',
    description:
      "Accepts the whole consolidation, whose parcels were counted together. Each member has as many parcels as expected, unless `counts` gives another number; these numbers and `unattributed` must add up to `piece_count_received`. The request is answered immediately. The tenders are then accepted one after another, as if each were accepted on its own, with the same events in its partner's feed. A tender that was accepted or canceled in the meantime is `refused`, and the other tenders are still accepted.",
    body: ConsolidationAccept,
    answers: { 202: { description: 'The consolidation as its acceptance begins', schema: ConsolidationOut } },
    errors: ['consolidation_not_open', 'nothing_to_consolidate'],
  },
  async ({ service, caller }, { params, body, execute }) => {
    const by = { actor: actingOperator(caller), ...actorOf(caller), acceptor: nameOf(caller) }
    const outcome = await execute(() => accept(service, by, params.id, body))
    service.workScanner.announce(COUNTED)
    return outcome
  },
)
