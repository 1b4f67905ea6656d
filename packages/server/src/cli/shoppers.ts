// Operators' commands for shopper pages: ending a link that fell into the wrong hands, and setting how a partner's pages look.
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { IS_COLOR } from '../kinds/brands/color.ts'
import { brandResource, changeBrand, loadBrand } from '../kinds/brands/command.ts'
import { renewLink, withdrawLink } from '../kinds/parcel-page/command.ts'
import type { Config } from '../process/config.ts'
import { auditPlan } from '../service/audit.ts'
import type { CommandResult } from '../service/execute.ts'
import { mergePlans } from '../service/plan.ts'
import type { Service } from '../service/service.ts'
import { CommandError, cliActor, type Json, leaf, listing, matching, print, readBytes, run, withService } from './tool.ts'

/** Adds an entry to the audit trail if the command changes anything. */
const audited = (service: Service, action: string, subject: string, outcome: CommandResult): CommandResult => {
  if (isRefusal(outcome) || (!outcome.plan.inserts?.length && !outcome.plan.updates?.length)) return outcome
  const line = auditPlan(service, { actor: cliActor(), action, subject, before: null, after: outcome.body as object })
  return { ...outcome, plan: mergePlans([outcome.plan, line]) }
}

const addPageCommands = (root: Command, config: () => Config): void => {
  const page = root.command('page').description('Parcel pages: pages that shoppers open with the link of a shipment')
  const commands = [
    ['renew', 'Create a new link for a parcel page; the previous link stops working', renewLink, 'page.renewed'],
    ['withdraw', 'End the link of a parcel page; `page renew` opens the page again', withdrawLink, 'page.withdrawn'],
  ] as const
  for (const [name, description, change, action] of commands) {
    leaf(page, name, description, [`page ${name} shp_01…`])
      .argument('<shipment_id>')
      .action(async (id: string, { json }: Json) => {
        const done = await withService(config(), (service) =>
          run(service, async () => audited(service, action, id, await change(service, null, id))),
        )
        print(json, done, done.url === null ? `The page of ${id} no longer shows the parcel.` : String(done.url))
      })
  }
}

const NONE = 'none'

interface BrandOptions extends Json {
  color?: string
  logo?: string
}

const setBrand = async (config: Config, id: string, { json, color, logo }: BrandOptions): Promise<void> => {
  if (color === undefined && logo === undefined) throw new CommandError('nothing to change: give --color or --logo')
  const change = {
    ...(color !== undefined && { color: color === NONE ? null : color }),
    ...(logo !== undefined && { logo: logo === NONE ? null : readBytes(logo, '--logo').toString('base64') }),
  }
  const done = await withService(config, (service) =>
    run(service, async () => {
      const brand = await loadBrand(service, null, id)
      return isRefusal(brand) ? brand : audited(service, 'brand.changed', id, await changeBrand(service, brand, change))
    }),
  )
  print(json, done, listing(done))
}

const addBrandCommands = (root: Command, config: () => Config): void => {
  const brand = root.command('brand').description("Brand of a partner's shopper pages")
  leaf(brand, 'show', 'Show color and logo', ['brand show par_01…'])
    .argument('<partner_id>')
    .action(async (id: string, { json }: Json) => {
      const found = await withService(config(), (service) => loadBrand(service, null, id))
      const shown = brandResource(found)
      print(json, shown, listing(shown))
    })
  leaf(brand, 'set', 'Set color and logo; settings without an option are unchanged', [
    'brand set par_01… --color "#0a7d5b" --logo logo.png',
    'brand set par_01… --logo none',
  ])
    .argument('<partner_id>')
    .option(
      '--color <color>',
      'six hexadecimal digits after #, or none',
      matching(new RegExp(`${IS_COLOR.source}|^${NONE}$`, 'i'), 'Give a color such as "#0a7d5b", or none.'),
    )
    .option('--logo <file>', 'a PNG or JPEG of at most 64 KiB, or none')
    .action((id: string, options: BrandOptions) => setBrand(config(), id, options))
}

/** `page renew|withdraw` and `brand show|set`. */
export const addShopperCommands = (root: Command, config: () => Config): void => {
  addPageCommands(root, config)
  addBrandCommands(root, config)
}
