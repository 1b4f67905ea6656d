// Shared by every command except `serve`: opens the service next to any running processes, does one thing, prints the result and ends.
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { currencyFault } from '@backhaul/core/currencies.ts'
import { didYouMean } from '@backhaul/core/near.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { type Command, InvalidArgumentError } from 'commander'
import type { Static, TSchema } from 'typebox'
import { type OpenService, openService } from '../app/open-service.ts'
import { parseJson } from '../http/json.ts'
import { wholeList } from '../http/lists.ts'
import { BodyCheck } from '../http/validate.ts'
import type { RowFault } from '../kinds/network/read-file.ts'
import type { Config } from '../process/config.ts'
import { reasonOf } from '../process/startup-error.ts'
import { cliActor, cliUser } from '../service/audit.ts'
import { type CommandResult, Execution } from '../service/execute.ts'
import { CommandError, plain, refusalText } from './failure.ts'

export { CommandError, cliActor, cliUser }

/** The option that every command has. */
export interface Json {
  json?: boolean
}

/** Throws a refusal as a CommandError. Its line names every faulty field. */
export const failOn = (refusal: Refusal, where = ''): never => {
  const message = refusalText(refusal)
  throw new CommandError(where ? `${where}: ${message}` : message)
}

const POOL_SIZE = 2

/** Runs `work` on an open service and always closes the service. A refusal fails the command. Works whether or not a server runs. */
export const withService = async <T>(config: Config, work: (service: OpenService) => Promise<T>): Promise<Exclude<T, Refusal>> => {
  const service = await openService({ ...config, logLevel: 'silent', databasePoolSize: POOL_SIZE }, 'tool')
  try {
    const outcome = await work(service)
    return isRefusal(outcome) ? failOn(outcome) : (outcome as Exclude<T, Refusal>)
  } finally {
    await service.close()
  }
}

/** Commits a command and returns its answer. */
export const run = async (service: OpenService, attempt: () => Promise<CommandResult>): Promise<Record<string, unknown>> => {
  const outcome = await new Execution(service).execute(attempt)
  return isRefusal(outcome) ? failOn(outcome) : JSON.parse(outcome.body as string)
}

/** Prints the value as one JSON document if `--json` is given, or else the text. */
export const print = (json: boolean | undefined, value: object, text: string): void => {
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`)
}

/** Shows a line that the next one overwrites. Prints nothing when the output is not a terminal. */
export const showProgress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

/** Formats rows as aligned columns under headings. */
const table = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string => {
  const lines = [columns.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(plain))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const inUse = ({ active }: { active: boolean }): string => (active ? 'yes' : 'no')

/** A column: a field under its own name, a field under another name, or a value computed from the item. */
type Column<Item> = (keyof Item & string) | readonly [name: string, value: (keyof Item & string) | ((item: Item) => unknown)]

/** Prints a whole list, either as the JSON of the API or as a table. Prints `none` if the list is empty. */
export const printList = <Item extends object>(
  json: boolean | undefined,
  data: readonly Item[],
  columns: readonly Column<Item>[],
  none: string,
): void => {
  const named = columns.map((column) => (typeof column === 'object' ? column : ([column.replaceAll('_', ' '), column] as const)))
  const rows = data.map((item) => named.map(([, value]) => (typeof value === 'function' ? value(item) : item[value])))
  const names = named.map(([name]) => name)
  print(json, wholeList([...data]), data.length > 0 ? table(names, rows) : none)
}

const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Formats values as `name: value` lines. */
export const listing = (values: Record<string, unknown>): string => {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values)
    .map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${plain(asText(value))}`)
    .join('\n')
}

/** Adds a leaf command. Its help ends with examples, and it can print JSON. */
export const leaf = (parent: Command, usage: string, description: string, examples: readonly string[]): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print exactly one JSON document')
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  $ ${example.includes('backhaul ') ? '' : 'backhaul '}${example}`).join('\n')}`,
    )

// ---- Parsers of option values. A bad value is a usage error that names the option.

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }

export const decimal =
  (most: number) =>
  (text: string): number => {
    const number = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
    if (Math.abs(number) <= most) return number
    throw new InvalidArgumentError(`Give degrees from -${most} to ${most}.`)
  }

export const matching =
  (pattern: RegExp, remedy: string) =>
  (text: string): string => {
    if (pattern.test(text)) return text
    throw new InvalidArgumentError(remedy)
  }

export const currencyCode = (text: string): string => {
  const fault = currencyFault(text)
  if (fault === null) return text
  throw new InvalidArgumentError(`The currency ${fault}.`)
}

export const choice =
  (...allowed: readonly string[]) =>
  (text: string): string => {
    if (allowed.includes(text)) return text
    throw new InvalidArgumentError(`Give one of ${allowed.join(', ')}${didYouMean(text, allowed) || '.'}`)
  }

export const shortText =
  (least: number, most: number) =>
  (text: string): string => {
    if (text.length >= least && text.length <= most) return text
    throw new InvalidArgumentError(`Give ${least} to ${most} characters.`)
  }

/** Parses an option that may be given several times. */
export const repeated =
  (isAllowed: (text: string) => boolean, remedy: string) =>
  (text: string, before: readonly string[] = []): string[] => {
    if (!isAllowed(text)) throw new InvalidArgumentError(remedy)
    return [...before, text]
  }

/** Reads the bytes of a file. The command line names the file as an argument or with `option`. */
export const readBytes = (file: string, option?: string): Buffer => {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandError(`cannot read ${option === undefined ? file : `the file of ${option}`}: ${reasonOf(error)}`)
  }
}

/** Reads the text of a file that the command line names. */
export const readTextFile = (file: string): string => {
  const bytes = readBytes(file)
  if (!isUtf8(bytes)) throw new CommandError(`${file} is not UTF-8 text; save the file as UTF-8`)
  return new TextDecoder().decode(bytes)
}

/** Formats a fault in a row of a file. */
export const rowText = ({ row, column, message }: RowFault): string => `row ${row}: ${column}${column && ' '}${message}`

/**
 * Fails the command with one line for each fault of a file, from which nothing was applied. `all`: number of faults, if `errors` does not
 * list all of them.
 */
export const failOnRows = (file: string, errors: readonly RowFault[], all = errors.length): never => {
  const lines = errors.map((error) => `  ${rowText(error)}`)
  throw new CommandError(
    `${file} has ${all === 1 ? '1 error' : `${all} errors`}, so nothing was imported${all > errors.length ? `. The first ${errors.length} errors` : ''}:\n${lines.join('\n')}`,
  )
}

/**
 * Reads a shared secret from the file that an option names. The secret is not an option itself, because other users of the machine can read
 * a command line.
 */
export const readSecretFile = (option: string, file: string): string => {
  const text = readBytes(file, option).toString().trim()
  if (!/^[\x21-\x7e]{16,200}$/.test(text)) throw new CommandError(`${option} ${file}: the secret must be 16 to 200 visible characters`)
  return text
}

/** Reads a JSON value from the file that an option names, and checks it like a body of the API. */
export const readJsonFile = <Schema extends TSchema>(option: string, file: string, schema: Schema): Static<Schema> => {
  const parsed = parseJson(readBytes(file, option))
  const where = `${option} ${file}`
  if (isRefusal(parsed)) return failOn(parsed, where)
  const unfit = new BodyCheck(schema).check(parsed.value)
  return unfit ? failOn(unfit, where) : (parsed.value as Static<Schema>)
}
