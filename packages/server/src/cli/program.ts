import type { Command } from 'commander'
import type { Config } from '../process/config.ts'
import { addBackupCommands } from './backup.ts'
import { addCaseCommands } from './cases.ts'
import { addConsoleCommands } from './console.ts'
import { addConsolidationCommands } from './consolidation.ts'
import { addDemoCommand } from './demo.ts'
import { addImportCommands } from './import.ts'
import { addIntegrationCommands } from './integrate.ts'
import { addKeyCommands } from './key.ts'
import { addMasterKeyCommands } from './master-key.ts'
import { addMigrateCommand } from './migrate.ts'
import { addNetworkCommands } from './network.ts'
import { addNumberingCommands } from './numbering.ts'
import { addObjectCommands } from './objects.ts'
import { addPartnerCommands } from './partner.ts'
import { addPolicyCommands } from './policy.ts'
import { addReplayCommand } from './replay.ts'
import { newRoot } from './root.ts'
import { addServeCommand } from './serve.ts'
import { addShopperCommands } from './shoppers.ts'
import { addSimulateCommand } from './simulate.ts'
import { addStoreCommands } from './store.ts'

/** Builds the command tree. `config` is read when a command runs, so that help needs no valid environment. */
export const program = (config: () => Config): Command => {
  const root = newRoot()
  addServeCommand(root, config)
  addDemoCommand(root, config)
  addSimulateCommand(root, config)
  addReplayCommand(root)
  addMigrateCommand(root, config)
  addBackupCommands(root, config)
  addMasterKeyCommands(root, config)
  addObjectCommands(root, config)
  addPartnerCommands(root, config)
  addKeyCommands(root, config)
  addConsoleCommands(root, config)
  addStoreCommands(root, config)
  addNetworkCommands(root, config)
  addImportCommands(root, config)
  addNumberingCommands(root, config)
  addConsolidationCommands(root, config)
  addPolicyCommands(root, config)
  addCaseCommands(root, config)
  addShopperCommands(root, config)
  addIntegrationCommands(root, config)
  return root
}
