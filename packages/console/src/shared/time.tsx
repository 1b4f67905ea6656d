import { dayText, momentText } from './time-text.ts'

export * from './time-text.ts'

/** Shows a calendar date, such as 2026-11-26, in the browser's locale. */
export const Day = ({ on }: { on: string }) => <time dateTime={on}>{dayText(on)}</time>

/** Shows a time in the browser's locale. The exact time is in the markup. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>
