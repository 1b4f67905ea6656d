/** Something in the story did not go as it must; the story ends there and the summary names it. */
export class DemoFailure extends Error {
  override name = 'DemoFailure'
}
