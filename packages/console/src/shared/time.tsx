/** A moment as this browser writes it; the exact one is in the markup. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
)
