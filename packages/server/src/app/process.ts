// The program of an API process and of a delivery worker when several processes share a machine (app/supervisor.ts). Its argument is how many
// API processes there are.
import { shareMachineWith } from '../platform/machine.ts'
import { limitHeapGrowth } from './heap.ts'

limitHeapGrowth()
shareMachineWith(Number(process.argv[2]))
// Loaded here only: limits are set when their module is.
const { runPart } = await import('./part.ts')
runPart()
