/** Extend this interface with a property `money` to use your own type for amounts. Otherwise amounts are numbers. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be extended
export interface Registered {}

/** An amount of money: a whole number of the minor units of its currency, such as cents. */
export type MinorUnits = Registered extends { money: infer Money } ? Money : number
