// Made once: a table has hundreds of moments, and making it takes longer than all of them.
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as this browser writes it; the exact one is in the markup. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{FORMAT.format(new Date(at))}</time>
