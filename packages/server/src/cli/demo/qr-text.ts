import { DemoFailure } from './failure.ts'

/**
 * Draws the API's SVG QR code with half-block characters, two rows of modules per line of text. It prints the light modules, which suits a
 * dark terminal.
 */
export const qrAsText = (svg: string): string => {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const dark = new Set<string>()
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-/g)) {
    for (let at = Number(x); at < Number(x) + Number(length); at++) dark.add(`${at} ${y}`)
  }
  if (!(side > 0) || dark.size === 0) throw new DemoFailure('the QR image is not the SVG that was asked for')
  const rows = Array.from({ length: Math.ceil(side / 2) }, (_, row) =>
    Array.from({ length: side }, (_, x) => {
      const upper = !dark.has(`${x} ${2 * row}`)
      const lower = 2 * row + 1 < side && !dark.has(`${x} ${2 * row + 1}`)
      if (upper && lower) return '█'
      if (upper) return '▀'
      return lower ? '▄' : ' '
    }).join(''),
  )
  return rows.map((row) => `          ${row}`).join('\n')
}
