import { KEY_ROLES, type KeyRole, type Scope } from '@backhaul/core/partner.ts'
import { type Command, Option } from 'commander'
import { choice, repeated } from './tool.ts'

export interface RequestedScopes {
  role?: KeyRole
  scope?: Scope[]
}

const ROLES = Object.keys(KEY_ROLES)

/**
 * Adds the options for the scopes of a key: `--role`, or `--scope` for each scope. `role` and `scope`: how the help texts of these options
 * begin.
 */
export const withScopes = (command: Command, allowed: readonly Scope[], { role, scope }: { role: string; scope: string }): Command => {
  const isAllowed = (text: string) => (allowed as readonly string[]).includes(text)
  return command
    .addOption(new Option('--role <role>', `${role}. One of ${ROLES.join(', ')}`).argParser(choice(...ROLES)).conflicts('scope'))
    .option('--scope <scope>', `${scope}. One of ${allowed.join(', ')}`, repeated(isAllowed, `Give one of ${allowed.join(', ')}.`))
}

/** Converts the options to the fields of a request body. */
export const askedOf = ({ role, scope }: RequestedScopes): { role?: KeyRole; scopes?: Scope[] } => ({
  ...(role && { role }),
  ...(scope && { scopes: scope }),
})
