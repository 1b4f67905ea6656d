// Lines over a logarithmic axis as SVG, for docs/.

const [WIDTH, HEIGHT] = [420, 300]
const MARGIN = { left: 62, right: 14, top: 34, bottom: 44 }
const COLORS = ['#1f6feb', '#d1242f', '#2da44e', '#8250df', '#bf8700']
const STYLE = 'font: 12px system-ui, sans-serif'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`

/** The next 1, 2 or 5 times a power of ten. */
const roundUp = (value) => {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10) * power
}

/**
 * One diagram at an offset from the left.
 * @param {{ title: string, unit: string, xs: number[], lines: { name: string, ys: number[], isFloor?: boolean }[] }} diagram
 */
const draw = ({ title, unit, xs, lines }, left) => {
  const [width, height] = [WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom]
  const most = roundUp(Math.max(...lines.flatMap(({ ys }) => ys)))
  const span = Math.log(xs.at(-1)) - Math.log(xs[0])
  const x = (value) => Math.round(left + MARGIN.left + (width * (Math.log(value) - Math.log(xs[0]))) / span)
  const y = (value) => Math.round(MARGIN.top + height * (1 - value / most))
  const parts = [text(left + MARGIN.left, 20, title, 'font-weight="600"')]
  for (let i = 0; i <= 4; i++) {
    const value = (most * i) / 4
    parts.push(`<line x1="${x(xs[0])}" x2="${x(xs.at(-1))}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/>`)
    parts.push(text(x(xs[0]) - 8, y(value) + 4, value.toLocaleString('en'), 'text-anchor="end"'))
  }
  for (const value of xs) parts.push(text(x(value), HEIGHT - 26, String(value), 'text-anchor="middle"'))
  parts.push(text(left + MARGIN.left + width / 2, HEIGHT - 8, `connections (${unit})`, 'text-anchor="middle"'))
  for (const [i, { name, ys, isFloor }] of lines.entries()) {
    const points = ys.map((value, n) => `${x(xs[n])},${y(value)}`).join(' ')
    const color = isFloor ? '#6e7781' : COLORS[i % COLORS.length]
    parts.push(`<polyline points="${points}" fill="none" stroke="${color}" stroke-width="2"${isFloor ? ' stroke-dasharray="5 4"' : ''}/>`)
    parts.push(text(left + MARGIN.left + 8, MARGIN.top + 14 + 15 * i, name, `fill="${color}"`))
  }
  return parts.join('\n')
}

/** Diagrams side by side. @param {Parameters<typeof draw>[0][]} diagrams @param {string} caption */
export const plot = (diagrams, caption) => {
  const width = WIDTH * diagrams.length
  const drawn = diagrams.map((diagram, i) => draw(diagram, WIDTH * i)).join('\n')
  const size = `width="${width}" height="${HEIGHT + 22}" viewBox="0 0 ${width} ${HEIGHT + 22}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} style="${STYLE}">
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn}
${text(MARGIN.left, HEIGHT + 14, caption, 'fill="#57606a" font-size="10"')}
</svg>
`
}
