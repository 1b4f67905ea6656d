// What of the service's answer this page offers. Pure.
import type { FoundParcel, ScanKind } from '@backhaul/client'

export type Step = FoundParcel['commands'][number]

export interface Steps {
  /** The big button. */
  primary: ScanKind | null
  others: ScanKind[]
  /** All tasks of this access, as the service answered. */
  steps: Step[]
  /** Whether what is usually done here is done already: by a scan that would be recorded and change nothing. */
  isDone: boolean
}

/** `tasks`: what this access does with a parcel, the usual first. `isKept`: a scan of it is on this device and not sent yet. */
export const stepsOf = ({ commands, next }: Pick<FoundParcel, 'commands' | 'next'>, tasks: readonly ScanKind[], isKept: boolean): Steps => {
  const steps = tasks.flatMap((task) => commands.filter(({ command }) => command === task))
  const moving = steps.filter(({ outcome }) => outcome === 'moves').map(({ command }) => command)
  // Giving to the driver is a list of its own (../hand-over): never what Enter does after a scan at the counter.
  const usual = moving.find((command) => command === next && (command !== 'collect' || tasks[0] === 'collect'))
  const isDone = usual === undefined && steps[0]?.outcome === 'recorded'
  const primary = isKept || isDone ? null : (usual ?? moving.find((command) => command !== 'reject' && command !== 'collect') ?? null)
  return { primary, others: moving.filter((command) => command !== primary), steps, isDone }
}
