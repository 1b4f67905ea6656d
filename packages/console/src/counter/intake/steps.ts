// Selects the commands that this page offers, from the service's answer. A pure function.
import type { FoundParcel, ScanKind } from '@backhaul/client'

export type Step = FoundParcel['commands'][number]

export interface Steps {
  /** The command of the large button. */
  primary: ScanKind | null
  others: ScanKind[]
  /** All tasks of this access, with the service's answer for each. */
  steps: Step[]
  /** True if the usual task has already been done. Another scan would then be recorded but would change nothing. */
  isDone: boolean
}

/**
 * `tasks` lists the tasks of this access, the usual one first. `isKept` is true if a scan of the parcel is stored on this device and not
 * sent yet.
 */
export const stepsOf = ({ commands, next }: Pick<FoundParcel, 'commands' | 'next'>, tasks: readonly ScanKind[], isKept: boolean): Steps => {
  const steps = tasks.flatMap((task) => commands.filter(({ command }) => command === task))
  const moving = steps.filter(({ outcome }) => outcome === 'moves').map(({ command }) => command)
  // The handover to the driver has its own page (../hand-over). It must never be the command that Enter confirms after a scan at the
  // counter.
  const usual = moving.find((command) => command === next && (command !== 'collect' || tasks[0] === 'collect'))
  const isDone = usual === undefined && steps[0]?.outcome === 'recorded'
  const primary = isKept || isDone ? null : (usual ?? moving.find((command) => command !== 'reject' && command !== 'collect') ?? null)
  return { primary, others: moving.filter((command) => command !== primary), steps, isDone }
}
