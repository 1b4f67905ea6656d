/**
 * Ends a switch over a union. A value that no case names does not compile; one that the types did not foresee, as from a row that a newer
 * program wrote, is a bug and not a case to pass over in silence.
 */
export const unreachable = (value: never): never => {
  throw new Error(`no case for ${JSON.stringify(value)}`)
}
