import { dayText, momentText } from './time-text.ts'

export * from './time-text.ts'

/** A day of a calendar, such as 2026-11-26, as this browser writes it. */
export const Day = ({ on }: { on: string }) => <time dateTime={on}>{dayText(on)}</time>

/** A moment as this browser writes it; the exact one is in the markup. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>
