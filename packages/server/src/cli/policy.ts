import { POLICY_RULES, type PolicyRule, type RedirectWord, type StoredPolicy, wordsOf } from '@backhaul/core/policy.ts'
import type { Command } from 'commander'
import { policyResource, putPolicy, readPolicy } from '../kinds/network/policy.ts'
import type { Config } from '../process/config.ts'
import { CommandError, choice, cliActor, type Json, leaf, listing, print, withService } from './tool.ts'

const RULES = Object.keys(POLICY_RULES) as PolicyRule[]
const flagOf = (rule: PolicyRule): string => `--${rule.replaceAll('_', '-')}`
/** The name that commander gives to a rule's option. */
const optionOf = (rule: PolicyRule): string => rule.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const show = async (config: Config, { json }: Json): Promise<void> => {
  const policy = await withService(config, readPolicy)
  print(json, policyResource(policy), listing(policy))
}

const set = async (config: Config, { json, ...options }: Json & Record<string, unknown>): Promise<void> => {
  const changes: StoredPolicy = Object.fromEntries(
    RULES.flatMap((rule) => {
      const word = options[optionOf(rule)] as RedirectWord | undefined
      return word === undefined ? [] : [[rule, word]]
    }),
  )
  if (Object.keys(changes).length === 0)
    throw new CommandError(`nothing to change: give at least one rule, such as ${flagOf('early_disposal')}`)
  const policy = await withService(config, (service) => putPolicy(service, cliActor(), (before) => ({ ...before, ...changes })))
  print(json, policyResource(policy), `${listing(policy)}\nThe policy takes effect everywhere within two seconds.`)
}

/** `policy show|set`: requests that the interface accepts and the operator refuses. */
export const addPolicyCommands = (root: Command, config: () => Config): void => {
  const policy = root.command('policy').description('The policy: requests that you refuse in addition to the rules of the API')
  leaf(policy, 'show', 'Show every rule and its setting', ['policy show', 'policy show --json']).action((options: Json) =>
    show(config(), options),
  )
  const setting = leaf(policy, 'set', 'Set rules of the policy; rules without an option are unchanged', [
    'policy set --early-disposal refuse',
    'policy set --unknown-carriers refuse --unknown-facilities refuse',
  ])
  for (const rule of RULES) {
    const meaning = POLICY_RULES[rule].replaceAll('`', '')
    setting.option(`${flagOf(rule)} <word>`, `${wordsOf(rule).join(' or ')}: ${meaning} (default: unchanged)`, choice(...wordsOf(rule)))
  }
  setting.action((options: Json & Record<string, unknown>) => set(config(), options))
}
