// Number of processes of this service on the machine. Limits that protect the machine are split among them.
let processes = 1

/** Sets the number of processes. Must be called once, before any part of the service is built. */
export const shareMachineWith = (count: number): void => {
  processes = count
}

/** This process's share of a limit that applies to all processes together, rounded up. */
export const shareOf = (total: number): number => Math.ceil(total / processes)
