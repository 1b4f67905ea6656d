import type { Command } from 'commander'
import { importStores } from '../kinds/network/import.ts'
import { knownAreas } from '../kinds/network/position.ts'
import { storeAnswer } from '../kinds/network/resource.ts'
import { changeStore, findStore, listStores, storeNotFound } from '../kinds/network/stores.ts'
import type { Config } from '../process/config.ts'
import { cliActor, failOnRows, inUse, leaf, listing, print, printList, readTextFile, rowText, withService } from './tool.ts'

interface Options {
  country?: string
  code?: string
  json?: boolean
}

const importFile = async (config: Config, file: string, { json }: Options): Promise<void> => {
  const csv = readTextFile(file)
  const result = await withService(config, (service) => importStores(service, cliActor(), csv))
  if ('errors' in result) return failOnRows(file, result.errors)
  const { imported, warnings } = result
  const lines = warnings.map((warning) => `  ${rowText(warning)}`)
  const doubtful = lines.length === 0 ? '' : `\nImported, but check ${lines.length === 1 ? 'this row' : 'these rows'}:\n${lines.join('\n')}`
  print(json, result, `Imported ${imported} ${imported === 1 ? 'store' : 'stores'}.${doubtful}`)
}

const list = async (config: Config, { json, ...filter }: Options): Promise<void> => {
  const warnings = await knownAreas()
  const stores = await withService(config, (service) => listStores(service.db, filter, null, null))
  const data = stores.map((store) => storeAnswer(store, warnings))
  printList(
    json,
    data,
    ['id', 'code', 'name', 'city', 'country', 'timezone', ['in use', inUse]],
    'No stores; see `backhaul store import --help`.',
  )
}

const warningText = ({ path, message }: { path: string; message: string }): string => `${path.slice(1)} ${message}`

const show = async (config: Config, id: string, { json }: Options): Promise<void> => {
  const store = await withService(config, async (service) => (await findStore(service.db, id)) ?? storeNotFound())
  const answer = storeAnswer(store, await knownAreas())
  const { warnings, ...shown } = answer
  print(json, answer, listing(warnings.length === 0 ? shown : { ...shown, warning: warnings.map(warningText).join('; ') }))
}

const setActive = async (config: Config, id: string, active: boolean, { json }: Options): Promise<void> => {
  const store = await withService(config, (service) => changeStore(service, cliActor(), id, { active }))
  print(json, storeAnswer(store, await knownAreas()), `Store ${store.code} is ${active ? 'in use' : 'out of use'}.`)
}

/** `store import|list|show|open|close` (docs/operating/install.md#first-start). */
export const addStoreCommands = (root: Command, config: () => Config): void => {
  const store = root.command('store').description('Stores: the counters where parcels are dropped off')
  leaf(store, 'import', 'Add or change stores by code from a CSV file; all or nothing', [
    'store import stores.csv',
    'store import stores.csv --json   # {"imported": 12}',
  ])
    .argument(
      '<file>',
      'CSV file with the columns code, name, line1, city, state, postal_code, country, lat, lon, timezone and optionally hours',
    )
    .addHelpText('after', '\nWrite hours like `mon-fri 08:00-20:00; sat 09:00-12:30, 14:00-18:00`. Days that are not listed are closed.')
    .action((file: string, options: Options) => importFile(config(), file, options))
  leaf(store, 'list', 'List stores, newest first', ['store list', 'store list --country US --json'])
    .option('--country <code>', 'only this country (default: all)')
    .option('--code <code>', 'only the store with this code (default: all)')
    .action((options: Options) => list(config(), options))
  leaf(store, 'show', 'Show a store with its opening hours', ['store show sto_01…'])
    .argument('<store_id>')
    .action((id: string, options: Options) => show(config(), id, options))
  leaf(store, 'close', 'Take a store out of use; searches no longer offer it', ['store close sto_01…'])
    .argument('<store_id>')
    .action((id: string, options: Options) => setActive(config(), id, false, options))
  leaf(store, 'open', 'Return a store to use', ['store open sto_01…'])
    .argument('<store_id>')
    .action((id: string, options: Options) => setActive(config(), id, true, options))
}
