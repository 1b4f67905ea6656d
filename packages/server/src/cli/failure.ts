/** A reason why a command did not do what it was asked to: one line on standard error, exit code 1. */
export class CommandError extends Error {}
