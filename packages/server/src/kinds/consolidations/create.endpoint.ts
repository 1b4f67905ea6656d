import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { createConsolidation as create } from './command.ts'
import { MAX_MEMBERS } from './model.ts'
import { ConsolidationCreate, ConsolidationOut } from './schema.ts'

export const createConsolidation = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/consolidations',
    ...OPS,
    summary: 'Create a consolidation',
    description: `Creates a consolidation of everything that one carrier collects at one place in one visit, from any number of partners: at most ${MAX_MEMBERS} tenders and sweeps. If \`tender_ids\` and \`sweep_ids\` are both absent, it contains all open tenders for the facility and all open sweeps of the store on that day. A tender or sweep can be in only one consolidation at a time. Partners do not see consolidations.`,
    body: ConsolidationCreate,
    answers: { 201: { description: 'The consolidation', schema: ConsolidationOut } },
    errors: ['not_found', 'already_consolidated', 'nothing_to_consolidate'],
  },
  ({ service, caller }, { body, execute }) => execute(() => create(service, actingOperator(caller), body)),
)
