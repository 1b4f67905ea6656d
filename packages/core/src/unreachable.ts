/**
 * Ends a switch over a union. If the switch lacks a case, the code does not compile. Throws at run time if a value is outside the types,
 * for example in a row that a newer program wrote, because ignoring it would hide a bug.
 */
export const unreachable = (value: never): never => {
  throw new Error(`no case for ${JSON.stringify(value)}`)
}
