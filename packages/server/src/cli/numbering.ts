import type { Command } from 'commander'
import { numberingResource, putBarcodes } from '../kinds/network/numbering.ts'
import type { Config } from '../process/config.ts'
import { type Numbering, readNumbering } from '../service/numbers.ts'
import { CommandError, cliActor, type Json, leaf, print, wholeNumber, withService } from './tool.ts'

interface SetOptions extends Json {
  companyPrefix?: string
  extensionDigit?: number
  internal?: boolean
}

const textOf = ({ barcodes, series }: Numbering): string => {
  const { standard, company_prefix, extension_digit } = barcodes
  const head = standard === 'sscc' ? `SSCC, company prefix ${company_prefix}, extension digit ${extension_digit}` : '20 digits of our own'
  const lines = series.map(({ series: name, carrier, left }) => `${carrier ?? 'barcodes'}: ${name}, ${left} numbers left`)
  return [`New barcodes: ${head}`, ...lines].join('\n')
}

const set = async (config: Config, { json, companyPrefix, extensionDigit, internal }: SetOptions): Promise<void> => {
  if ((companyPrefix === undefined) === (internal === undefined)) throw new CommandError('give either --company-prefix or --internal')
  const barcodes = internal
    ? ({ standard: 'internal' } as const)
    : { standard: 'sscc' as const, company_prefix: companyPrefix ?? null, extension_digit: extensionDigit ?? 0 }
  const numbering = await withService(config, async (service) => {
    const refused = await putBarcodes(service, cliActor(), barcodes)
    return refused ?? readNumbering(service.db)
  })
  print(
    json,
    numberingResource(numbering),
    `${textOf(numbering)}\nIt holds everywhere in two seconds. Barcodes that are out stay as they are.`,
  )
}

/** `numbering show|set`: the format of new barcodes, and how many numbers are left. `carrier set` sets the formats of carriers. */
export const addNumberingCommands = (root: Command, config: () => Config): void => {
  const numbering = root.command('numbering').description('Numbers of barcodes, and how many are left of each series')
  leaf(numbering, 'show', 'Show what new barcodes are and how many numbers are left', ['numbering show', 'numbering show --json']).action(
    async ({ json }: Json) => {
      const read = await withService(config(), ({ db }) => readNumbering(db))
      print(json, numberingResource(read), textOf(read))
    },
  )
  leaf(numbering, 'set', 'Set what new barcodes are; those that are out stay as they are', [
    'numbering set --company-prefix 0614141',
    'numbering set --company-prefix 0614141 --extension-digit 3',
    'numbering set --internal',
  ])
    .option('--company-prefix <digits>', 'SSCCs under your GS1 company prefix, 4 to 12 digits')
    .option('--extension-digit <digit>', 'first digit of each SSCC (default: 0)', wholeNumber(0, 9))
    .option('--internal', '20 digits of our own, as long as nothing is set')
    .action((options: SetOptions) => set(config(), options))
}
