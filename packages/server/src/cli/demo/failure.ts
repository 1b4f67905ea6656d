import { CommandError } from '../failure.ts'

/** Something in the story did not go as it must; the story ends there and the summary names it. Elsewhere it ends the command. */
export class DemoFailure extends CommandError {
  override name = 'DemoFailure'
}
