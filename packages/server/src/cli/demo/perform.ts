import { auditFeed } from './audit.ts'
import { DemoClient } from './client.ts'
import { DemoFailure } from './failure.ts'
import type { Narrator } from './narrator.ts'
import { Play, type StepRecord } from './play.ts'
import { WebhookReceiver } from './receiver.ts'
import type { Sandbox } from './sandbox.ts'
import * as story from './scenario.ts'

/** Result of a demo. `--json` prints it. */
export interface DemoResult {
  ok: boolean
  base_url: string
  /** Whether the sandbox was started for the demo. */
  started: boolean
  steps: StepRecord[]
  /** Paths of the files that the demo saved: label, qr, pod. */
  files: Record<string, string>
  summary: {
    steps: number
    requests: number
    webhooks_received: number
    webhooks_verified: number
    webhooks_duplicate: number
    feed_events: number
    /** The receiver got every event of the feed once, with the feed's exact bytes, and nothing else. */
    every_event_once: boolean
    took_ms: number
  }
  /** One line per problem. */
  problems: string[]
}

/** Runs the demo on a sandbox, with its own webhook receiver. A failed demo is a result, not an error. */
export const perform = async (sandbox: Sandbox, narrator: Narrator): Promise<DemoResult> => {
  const began_ms = Date.now()
  narrator.line(`Backhaul demo on ${sandbox.url} (${sandbox.own ? 'started for it, removed afterward' : 'already running'})`)
  const receiver = new WebhookReceiver()
  const hookUrl = await receiver.start()
  const client = new DemoClient(sandbox.url, sandbox.credentials, (seconds) =>
    narrator.line(`     429  the rate limit of the key is used up for this minute; waiting ${seconds} s`),
  )
  const play = new Play(client, receiver, narrator)
  const { feed_events, every_event_once, problems } = await tell(play, hookUrl)
  await receiver.close()
  const { received, verified, duplicates } = receiver
  if (received > verified) problems.push(`${received - verified} webhooks had a wrong signature`)
  return {
    ok: problems.length === 0,
    base_url: sandbox.url,
    started: sandbox.own,
    steps: play.steps,
    files: play.files,
    summary: {
      steps: play.steps.length,
      requests: client.requests,
      webhooks_received: received,
      webhooks_verified: verified,
      webhooks_duplicate: duplicates,
      feed_events,
      every_event_once,
      took_ms: Date.now() - began_ms,
    },
    problems,
  }
}

const tell = async (play: Play, hookUrl: string): Promise<{ feed_events: number; every_event_once: boolean; problems: string[] }> => {
  let webhookId: string | null = null
  try {
    webhookId = await story.register(play, hookUrl)
    const printed = await story.printedReturn(play)
    const withQr = await story.qrReturn(play)
    await story.atTheCounter(play, printed, withQr)
    await story.disputedAdjustment(play, withQr)
    await story.throughTheNetwork(play, printed)
    await story.onTheLadder(play, withQr)
    await story.exception(play)
    await story.publicTracking(play, printed)
    await story.redelivery(play)
    const { events, problems } = await auditFeed(play)
    return { feed_events: events, every_event_once: problems.length === 0, problems }
  } catch (error) {
    if (!(error instanceof DemoFailure)) throw error
    return { feed_events: 0, every_event_once: false, problems: [error.message] }
  } finally {
    if (webhookId) await removeWebhook(play, webhookId)
  }
}

/** If the webhook remained, it would receive deliveries for days. */
const removeWebhook = async (play: Play, id: string): Promise<void> => {
  try {
    await play.client.send('DELETE', `/v2/webhooks/${id}`)
  } catch (error) {
    if (!(error instanceof DemoFailure)) throw error
    play.narrator.failure(`the webhook ${id} could not be removed: ${error.message}`)
  }
}

/** Prints the summary for people. */
export const printSummary = ({ summary, problems }: DemoResult, narrator: Narrator): void => {
  narrator.heading('Summary')
  narrator.line(`  ${summary.steps} steps, ${summary.requests} requests, ${(summary.took_ms / 1000).toFixed(1)} s`)
  narrator.line(
    `  ${summary.webhooks_received} webhooks received, ${summary.webhooks_verified} verified, ${summary.webhooks_duplicate} duplicate`,
  )
  if (summary.every_event_once) narrator.line(`  ${summary.feed_events} events in the feed, each processed exactly once by the receiver`)
  for (const problem of problems) narrator.failure(problem)
}
