import { CommandError } from '../failure.ts'

/**
 * A step of the demo had a wrong result. The demo ends there, and the summary names the failure. Outside the demo's steps, it ends the
 * command.
 */
export class DemoFailure extends CommandError {
  override name = 'DemoFailure'
}
