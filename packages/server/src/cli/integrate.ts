import { dirname, join, relative } from 'node:path'
import type { Rehearsal } from '@backhaul/client'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../process/config.ts'
import type { Wanted } from './demo/sandbox.ts'
import { plain } from './failure.ts'
import type { CheckResult } from './integrate/verify-receiver.ts'
import { CommandError, choice, leaf, print, repeated } from './tool.ts'

interface Listen extends Wanted {
  forward: string
  type?: string[]
  since?: string
  secret?: string
  signing?: 'standard'
  json?: boolean
}

/** A Standard Webhooks secret: the signing key in base64. */
const STANDARD_SECRET = /^(whsec_)?(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const checkSecret = (secret: string | undefined, signing: 'standard' | undefined): void => {
  if (signing === 'standard' && secret !== undefined && !STANDARD_SECRET.test(secret))
    throw new CommandError(
      '--signing standard needs a secret that begins with whsec_, followed by base64; give the secret of a webhook with standard signing',
    )
}

const withSigning = (command: Command): Command =>
  command.option(
    '--signing <which>',
    'standard: also sign by the Standard Webhooks specification, like webhooks registered with standard signing',
    choice('standard'),
  )

const url = (text: string): string => {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  const meant = !/^\/|:\/\//.test(text) && URL.canParse(`http://${text}`)
  throw new InvalidArgumentError(meant ? `Add the scheme, as in http://${text}.` : 'Give an http or https URL.')
}

const serviceUrl = (text: string): string => {
  const path = new URL(url(text)).pathname.replace(/\/+$/, '')
  if (path.endsWith('/v2')) throw new InvalidArgumentError('Give the address of the service without /v2.')
  return text
}

const addSession = (command: Command): Command =>
  command
    .option('--url <url>', 'sandbox to use (default: base_url in the credentials file)', serviceUrl)
    .option('--credentials <file>', "file with the partner's credentials (default: sandbox-credentials.json in the data directory)")

const runListen = async (config: Config, { forward, type = [], since, secret, signing: rules, json, ...wanted }: Listen): Promise<void> => {
  checkSecret(secret, rules)
  const [{ openSession }, { listen }, { withTlsRemedy }, { storedSecret }, { newSecret }, { newWebhookSecret }] = await Promise.all([
    import('./integrate/session.ts'),
    import('./integrate/listen.ts'),
    import('./integrate/tls-remedy.ts'),
    import('./integrate/stored-secret.ts'),
    import('../storage/secrets.ts'),
    import('../delivery/secrets.ts'),
  ])
  const { client } = await openSession(config, wanted)
  // The secret is stored next to the credentials, which need the same protection.
  const file = join(wanted.credentials ? dirname(wanted.credentials) : config.dataDir, `listen-secret${rules ? `-${rules}` : ''}`)
  const signing = secret ?? storedSecret(file, () => (rules === 'standard' ? newWebhookSecret(rules) : newSecret()))
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  // The reader of standard output, such as `head`, closed it. Nobody reads further output, so the command stops.
  process.stdout.once('error', () => stop.abort())
  const line = (value: object, text: string) => process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${text}\n`)
  line(
    { listening: client.url, forward, secret: signing },
    `listening to ${client.url}, forwarding to ${forward}\nwebhook secret: ${signing}${secret === undefined ? ` (stored in ${relative('', file)})` : ''}`,
  )
  await listen(client, {
    forward,
    types: type,
    since: since ?? null,
    secret: signing,
    standard: rules === 'standard',
    signal: stop.signal,
    onForward: ({ eventID, type }, { ok, status, error_class, error_message, duration_ms }) => {
      const outcome = status ?? error_class
      const why = ok ? null : withTlsRemedy(error_message ?? '')
      line(
        { eventID, type, ok, status, error_class, error_message, duration_ms },
        `${ok ? 'ok  ' : 'FAIL'} ${String(outcome).padEnd(8)} ${type.padEnd(32)} ${eventID}${why ? `\n     ${plain(why)}` : ''}`,
      )
    },
  })
}

const runTrigger = async (config: Config, type: string, options: Wanted & { shipment?: string; json?: boolean }): Promise<void> => {
  const [{ openSession }, { reasonOfRefusal }, { randomUUID }] = await Promise.all([
    import('./integrate/session.ts'),
    import('./demo/client.ts'),
    import('node:crypto'),
  ])
  const { client } = await openSession(config, options)
  const body = options.shipment === undefined ? {} : { shipment_id: options.shipment }
  const request = { body, idempotencyKey: randomUUID() }
  const answer = await client.send<Rehearsal>('POST', `/v2/test/events/${encodeURIComponent(type)}`, request)
  if (answer.status !== 200) throw new CommandError(`${type} was not triggered: ${reasonOfRefusal(answer)}`)
  const { json } = answer
  const events = json.events.map((event) => `  ${event.type.padEnd(32)} ${event.eventID}`)
  print(options.json, json, [`triggered ${type}${json.shipment_id ? ` with ${json.shipment_id}` : ''}:`, ...events].join('\n'))
}

const runVerify = async (
  target: string,
  { secret, signing, json }: Pick<Listen, 'signing' | 'json'> & { secret: string },
): Promise<void> => {
  checkSecret(secret, signing)
  const { DISTINGUISHES, verifyReceiver } = await import('./integrate/verify-receiver.ts')
  const say = ({ name, passed, required, found, remedy }: CheckResult) => {
    if (json) return
    const verdict = passed ? 'passed' : required ? 'FAILED' : 'advice'
    process.stdout.write(`${verdict}  ${name} (${found})${passed ? '' : `\n        ${remedy}`}\n`)
  }
  const results = await verifyReceiver(target, secret, say, signing === 'standard')
  const failed = results.filter(({ passed, required }) => required && !passed).length
  if (json) print(true, { url: target, passed: failed === 0, checks: results }, '')
  const [same] = results
  if (same?.name === DISTINGUISHES) throw new CommandError(`${same.found}. ${same.remedy}`)
  if (failed > 0) throw new CommandError(`${failed} of ${results.length} checks failed`)
  if (!json) process.stdout.write('the receiver passed all required checks\n')
}

/** Adds the commands that integrators run next to their own program: `listen`, `trigger`, `verify-receiver`. */
export const addIntegrationCommands = (root: Command, config: () => Config): void => {
  const listening = addSession(
    leaf(root, 'listen', "Forward a sandbox partner's events to a local program, signed like webhooks, without a public address", [
      'listen --forward http://127.0.0.1:3000/webhooks',
      'listen --forward http://127.0.0.1:3000/webhooks --type shipment.delivered --since 2026-11-20T00:00:00Z',
    ]),
  )
    .requiredOption('--forward <url>', 'address that receives each event by POST', url)
    .option(
      '--type <type>',
      'only this event type; repeatable (default: all types)',
      repeated((text) => /^[a-z_]+\.[a-z_]+$/.test(text), 'Give an event type such as shipment.created.'),
    )
    .option('--since <event or time>', 'eventID or ISO 8601 time to start after (default: now)')
    .option(
      '--secret <text>',
      'sign with this secret (default: a generated secret, printed and stored in listen-secret next to the credentials)',
    )
  withSigning(listening).action((options: Listen) => runListen(config(), options))
  addSession(
    leaf(root, 'trigger <type>', 'Trigger an event of any type in the sandbox by running the commands that fire it', [
      'trigger shipment.delivered',
      'trigger shipment.held --shipment shp_…',
    ]),
  )
    .option('--shipment <id>', 'id of the shipment to use (default: a new one)')
    .action((type: string, options) => runTrigger(config(), type, options))
  const verifying = leaf(root, 'verify-receiver', 'Test a webhook receiver with valid and invalid deliveries, and show how to fix it', [
    'verify-receiver http://127.0.0.1:3000/webhooks --secret …',
  ])
    .argument('<url>', 'address of the receiver', url)
    .requiredOption('--secret <text>', 'webhook secret that the receiver uses')
  withSigning(verifying).action((target: string, options) => runVerify(target, options))
}
