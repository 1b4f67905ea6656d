import { CommandError } from '../failure.ts'

/**
 * The result of a step of the demo was wrong. The demo ends at this step, and the summary names the failure. Outside the steps, the error
 * ends the command.
 */
export class DemoFailure extends CommandError {
  override name = 'DemoFailure'
}
