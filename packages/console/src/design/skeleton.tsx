/** Takes the place of content that is loading. Screen readers announce a short text. */
export const Skeleton = ({ rows = 6 }: { rows?: number }) => (
  <div className="skeleton" role="status">
    <span className="unseen">One moment.</span>
    {Array.from({ length: rows }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
      <i key={i} />
    ))}
  </div>
)
