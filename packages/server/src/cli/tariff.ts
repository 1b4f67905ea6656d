import type { Command } from 'commander'
import { tariffCsv } from '../kinds/network/tariff-file.ts'
import { findTariff, listTariffs, removeTariff, type TariffName, tariffResource, unknownTariff } from '../kinds/network/tariffs.ts'
import type { Config } from '../process/config.ts'
import { cliActor, type Json, leaf, print, printList, withService } from './tool.ts'

const list = async (config: Config, { json }: Json): Promise<void> => {
  const data = await withService(config, async (service) => (await listTariffs(service.db, null, null)).map(tariffResource))
  printList(
    json,
    data,
    ['carrier', 'country', ['from', 'effective_on'], 'currency', 'rows', ['in use', (one) => (one.in_use ? 'yes' : 'no')]],
    'No tariffs; see `backhaul import tariffs --help`.',
  )
}

const show = async (config: Config, name: TariffName, { json }: Json): Promise<void> => {
  const found = await withService(config, async (service) => (await findTariff(service.db, name)) ?? unknownTariff())
  const csv = tariffCsv(found, found.rows)
  print(json, { ...tariffResource(found), csv }, csv.trimEnd())
}

const remove = async (config: Config, name: TariffName, { json }: Json): Promise<void> => {
  await withService(config, (service) => removeTariff(service, cliActor(), name))
  print(json, { removed: name }, 'Removed. The previous tariff applies again, or the rate card if there is none.')
}

/** `tariff list|export|remove` (docs/operating/money.md#tariffs). */
export const addTariffCommands = (root: Command, config: () => Config): void => {
  const group = root.command('tariff').description('Tariffs: tables of zones, weight breaks and surcharges, valid from a given day')
  leaf(group, 'list', 'List tariffs', ['tariff list']).action((options: Json) => list(config(), options))
  for (const [command, about, act] of [
    ['export', 'Print a tariff as CSV for `import tariffs`', show],
    ['remove', 'Remove a tariff; the previous tariff applies again, or the rate card if there is none', remove],
  ] as const)
    leaf(group, command, about, [`tariff ${command} northline US 2027-01-01`])
      .argument('<carrier>')
      .argument('<country>', 'ISO 3166-1 alpha-2 code')
      .argument('<effective_on>', 'first day of the tariff')
      .action((carrier: string, country: string, effective_on: string, options: Json) =>
        act(config(), { carrier, country, effective_on }, options),
      )
}
