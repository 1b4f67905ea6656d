const [WIDTH, HEIGHT, MARGIN] = [96, 24, 2]

/** A line of values next to the number that it leads to. Screen readers skip it. */
export const Sparkline = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(1, ...values)
  const x = (i: number) => (WIDTH * i) / Math.max(1, values.length - 1)
  const y = (value: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * value) / most
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <polyline points={values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
    </svg>
  )
}
