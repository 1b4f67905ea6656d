import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { actingOperator, auditPlan } from '../../service/audit.ts'
import { claimSample, SAMPLE, SampleOut } from './sample.ts'

export const startSample = endpoint(
  {
    method: 'POST',
    path: '/v2/test/sample',
    scope: 'ops',
    tag: 'Sandbox',
    summary: 'Fill the sandbox with sample parcels',
    description: `Fills an empty sandbox with about ${SAMPLE.parcels_per_day * SAMPLE.days} parcels of three merchants, dated over the last two weeks. Responds immediately and works in the background; read the sample parcels to see the progress. During a run, a repeated start returns that run. A run that stopped continues where it ended.`,
    answers: { 202: { description: 'The sample parcels and the progress of the run', schema: SampleOut } },
    errors: ['sandbox_not_empty'],
  },
  async ({ service, caller }, { execute }) => {
    let begun: string | null = null
    const answer = await execute(async () => {
      const taken = await claimSample(service)
      if (isRefusal(taken)) return taken
      const { run, body } = taken
      if (run === null) return { status: 202, body, plan: {} }
      begun = run
      const action = { actor: actingOperator(caller), action: 'sample.started', subject: 'sample', before: null, after: { ...SAMPLE } }
      return { status: 202, body, plan: auditPlan(service, action) }
    }, true)
    if (begun !== null) {
      const run = begun
      // Loaded here only, because production never needs it.
      const { fillSandbox } = await import('./fill.ts')
      service.background.begin((signal) => fillSandbox(service, run, signal))
    }
    return answer
  },
)
