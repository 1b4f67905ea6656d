import type { Command } from 'commander'
import { type Rewrapped, rewrap } from '../app/rewrap.ts'
import type { Config } from '../process/config.ts'
import { auditPlan } from '../service/audit.ts'
import { idsOf } from '../storage/secrets.ts'
import { CommandError, cliActor, type Json, leaf, print, printList, run, showProgress, withService } from './tool.ts'

const sum = (all: readonly Rewrapped[], field: 'current' | 'rewrapped' | 'unreadable'): number =>
  all.reduce((total, one) => total + one[field], 0)

const secrets = (count: number): string => (count === 1 ? '1 secret' : `${count} secrets`)

const look = async (config: Config, isWriting: boolean): Promise<{ ids: string[]; all: Rewrapped[] }> =>
  withService(config, async (service) => {
    const all = await rewrap(service, isWriting, (done) => showProgress(`checked ${secrets(done)}`))
    showProgress('')
    const ids = idsOf(service.masterKey)
    const done = Object.fromEntries(all.map(({ kind, rewrapped }) => [kind, rewrapped]))
    if (isWriting && sum(all, 'rewrapped') > 0) {
      const action = { actor: cliActor(), action: 'master_key.rewrapped', subject: service.masterKey.id, before: null, after: done }
      await run(service, async () => ({ status: 200, body: {}, plan: auditPlan(service, action) }))
    }
    return { ids, all }
  })

const show = (
  { ids: [current, ...others], all }: { ids: string[]; all: Rewrapped[] },
  json: boolean | undefined,
  isWriting: boolean,
): void => {
  if (json) print(true, { current, others, secrets: all }, '')
  else
    printList(
      false,
      all,
      [
        ['what', ({ kind }) => kind.replaceAll('_', ' ')],
        ['of this key', 'current'],
        [isWriting ? 're-encrypted' : 'of another key', 'rewrapped'],
        ['of no key available here', 'unreadable'],
      ],
      '',
    )
}

const status = async (config: Config, { json }: Json): Promise<void> => {
  const found = await look(config, false)
  show(found, json, false)
  if (json) return
  const [current] = found.ids
  const left = sum(found.all, 'rewrapped') + sum(found.all, 'unreadable')
  process.stdout.write(
    left === 0
      ? `All secrets are encrypted with the key ${current}. No other key is needed.\n`
      : `${secrets(left)} ${left === 1 ? 'needs' : 'need'} a key other than ${current}; see backhaul master-key rewrap --help.\n`,
  )
}

const rewrapAll = async (config: Config, { json }: Json): Promise<void> => {
  const found = await look(config, true)
  const unreadable = sum(found.all, 'unreadable')
  show(found, json, true)
  if (unreadable > 0)
    throw new CommandError(
      `${secrets(unreadable)} ${unreadable === 1 ? 'needs' : 'need'} a key that is not available here; add every missing key to BACKHAUL_MASTER_KEY_OTHERS and run this command again`,
    )
  if (!json)
    process.stdout.write(
      `All secrets are now encrypted with the key ${found.ids[0]}. Remove the other keys when every process uses this key.\n`,
    )
}

/** `master-key status|rewrap` (docs/operating/master-key.md). */
export const addMasterKeyCommands = (root: Command, config: () => Config): void => {
  const group = root.command('master-key').description('The key that encrypts the secrets in the database')
  leaf(group, 'status', 'Show which keys the secrets in the database need', ['master-key status']).action((options: Json) =>
    status(config(), options),
  )
  leaf(group, 'rewrap', 'Encrypt all secrets with the current key, while servers run', [
    'BACKHAUL_MASTER_KEY=… BACKHAUL_MASTER_KEY_OTHERS=… backhaul master-key rewrap',
  ]).action((options: Json) => rewrapAll(config(), options))
}
