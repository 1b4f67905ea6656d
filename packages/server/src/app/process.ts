// The program of an API process and of a delivery worker when several processes share a machine (app/supervisor.ts). Its arguments are how
// many API processes there are, and its name, for those who list processes.
import { shareMachineWith } from '../process/machine.ts'
import { limitHeapGrowth } from './heap.ts'

// They come to all processes of a terminal or a service at once; the supervisor says what follows.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
limitHeapGrowth(process.argv[3] === 'large')
shareMachineWith(Number(process.argv[2]))
// Loaded here only: limits are set when their module is.
const { runPart } = await import('./part.ts')
runPart()
