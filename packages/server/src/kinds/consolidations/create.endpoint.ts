import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { createConsolidation as create } from './command.ts'
import { MOST_MEMBERS } from './model.ts'
import { ConsolidationCreate, ConsolidationOut } from './schema.ts'

export const createConsolidation = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/consolidations',
    ...OPS,
    summary: 'Create a consolidation',
    description: `Puts together what one carrier takes at one place in one go, of however many partners: tenders and sweeps, at most ${MOST_MEMBERS}. Without \`tender_ids\` and \`sweep_ids\` it is what is open there: the tenders for the facility, the sweeps of the store on that day. Each is in one consolidation at a time. Partners see nothing of it.`,
    body: ConsolidationCreate,
    answers: { 201: { description: 'The consolidation', schema: ConsolidationOut } },
    errors: ['not_found', 'already_consolidated', 'nothing_to_consolidate'],
  },
  ({ service, caller }, { body, execute }) => execute(() => create(service, actingOperator(caller), body)),
)
