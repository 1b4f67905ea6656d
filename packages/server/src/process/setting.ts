import { StartupError } from './startup-error.ts'

export type Env = Record<string, string | undefined>

export const bad = (name: string, value: string, allowed: string): never => {
  throw new StartupError(`${name}=${JSON.stringify(value)} is not valid: use ${allowed}`)
}

export const choice = <T extends string>(env: Env, name: string, allowed: readonly T[], otherwise: T): T => {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  return (
    allowed.find((one) => one === value) ?? bad(name, value, allowed.length > 2 ? `one of ${allowed.join(', ')}` : allowed.join(' or '))
  )
}
