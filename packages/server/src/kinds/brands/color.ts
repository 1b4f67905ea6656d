// The color of a partner on its shoppers' pages: as close to the chosen color as is readable, on light and on dark paper.

export const IS_COLOR = /^#[0-9a-f]{6}$/i
/** The contrast that WCAG 2 requires for text. */
export const MIN_CONTRAST = 4.5
/**
 * The paper colors of the pages in kinds/shopper/style.ts that leave the least contrast: the darker of the light ones, and the lighter of
 * the dark ones.
 */
const LIGHT_PAPER = '#f4f6fa'
const DARK_PAPER = '#1d2230'
const WHITE = '#ffffff'
const BLACK = '#000000'
const STEPS = 40

type Rgb = readonly [number, number, number]

const read = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb
const write = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

const luminance = (color: string): number => {
  const [r, g, b] = read(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio from 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const mix = (color: string, end: string, part: number): string => {
  const [from, to] = [read(color), read(end)]
  return write(from.map((value, i) => value + ((to[i] as number) - value) * part) as unknown as Rgb)
}

/** Moves the color toward black or white until it is readable on `paper`. */
const readableOn = (color: string, paper: string): string => {
  const end = luminance(paper) > 0.5 ? BLACK : WHITE
  for (let step = 0; step < STEPS; step++) {
    const moved = mix(color, end, step / STEPS)
    if (contrast(moved, paper) >= MIN_CONTRAST) return moved
  }
  return end
}

export interface Accent {
  /** Color of links and of button backgrounds. */
  color: string
  /** Color of text on `color`. */
  on: string
}

const accentOn = (color: string, paper: string): Accent => {
  const moved = readableOn(color.toLowerCase(), paper)
  return { color: moved, on: contrast(moved, WHITE) >= contrast(moved, BLACK) ? WHITE : BLACK }
}

export const accents = (color: string): { light: Accent; dark: Accent } => ({
  light: accentOn(color, LIGHT_PAPER),
  dark: accentOn(color, DARK_PAPER),
})
