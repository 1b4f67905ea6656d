// How many processes of this service share the machine. Limits that protect it are those of the machine, so each process has its part.
let processes = 1

/** Called once, before anything of the service is built. */
export const shareMachineWith = (count: number): void => {
  processes = count
}

/** This process's part of what all of them may use, rounded up. */
export const shareOf = (total: number): number => Math.ceil(total / processes)
