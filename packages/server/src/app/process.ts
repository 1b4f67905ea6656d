// The program of an API process and of a delivery worker if several processes share a machine (app/supervisor.ts). Its arguments are the
// number of API processes and its name, which process listings show.
import { shareMachineWith } from '../process/machine.ts'
import { configureHeap } from './heap.ts'

// A terminal or a service manager sends these signals to all processes at once. They are ignored here, because the supervisor decides what
// happens.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
configureHeap(process.argv[3] === 'large')
shareMachineWith(Number(process.argv[2]))
// Loaded only after the calls above, because modules set their limits when they are loaded.
const { runPart } = await import('./part.ts')
runPart()
