import { describe, expect, test } from 'vitest'
import { measureText, reservedWidth, shapeText } from '../../src/print/fonts.ts'
import { cleanText, cutText, fitBlock } from '../../src/print/text.ts'

describe('cleaning', () => {
  test.each([
    ['control characters and line breaks become one space', 'a\u0000\r\n\tb\u001b[0m\u0085c\u2028d', 'a b [0m c d'],
    ['bidi overrides, zero-width characters and lone surrogates go', 'a\u202eb\u200bc\u2066d\ufeffe\ud800f\u00ad', 'abcdef'],
    ['joiners stay', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['text is composed', 'Jose\u0301', 'José'],
    ['towers of marks are cut', `a${'\u0331'.repeat(40)}b`, 'a\u0331\u0331b'],
    ['spaces collapse', '  a \u00a0 b  ', 'a b'],
  ])('%s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })
})

describe('fitting', () => {
  const regular = (text: string) => ({ text, weight: 'regular' as const })

  test('uses the largest size at which nothing is cut', () => {
    expect(fitBlock([regular('one'), regular('two')], 100, 40, [30, 10, 8])).toEqual({ size: 10, lines: [regular('one'), regular('two')] })
  })

  test('shrinks the text before it breaks a word', () => {
    const fitted = fitBlock([regular('ORD-2026-001837')], 70, 26, [10, 9, 8, 7, 6])
    expect(fitted.lines).toEqual([regular('ORD-2026-001837')])
    expect(fitted.size).toBeLessThan(10)
  })

  test('keeps every character if the text fits at all', () => {
    const text = 'the quick brown fox jumps over the lazy dog and a pneumonoultramicroscopicsilicovolcanoconiosis'
    const fitted = fitBlock([regular(text)], 60, 60, [10, 5])
    expect(
      fitted.lines
        .map((line) => line.text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(text.replaceAll(' ', ''))
  })

  test('gives each line its share of the space and marks cut text', () => {
    const fitted = fitBlock([regular('W '.repeat(300).trim()), regular('Columbus')], 60, 30, [10, 5])
    expect(fitted.lines.at(-1)).toEqual(regular('Columbus'))
    expect(fitted.lines.at(-2)?.text).toMatch(/…$/)
    for (const line of fitted.lines) expect(reservedWidth(line.text, 'regular') * fitted.size).toBeLessThanOrEqual(60)
  })

  test('never splits a character', () => {
    expect(cutText('🙂🙂🙂🙂🙂', 'regular', 10, 35)).toMatch(/^(🙂)+…$/u)
  })
})

describe('shaping', () => {
  test('house numbers in a right-to-left line keep their order', () => {
    const runs = shapeText('רחוב 12', 'regular')
    expect(runs.map((run) => run.text).join('|')).toBe('12|רחוב ')
  })

  test('a right-to-left word is drawn from the right', () => {
    const [alef, bet] = [shapeText('א', 'regular'), shapeText('ב', 'regular')].map((runs) => runs[0]?.glyphs[0]?.id)
    expect(shapeText('אב', 'regular')[0]?.glyphs.map((glyph) => glyph.id)).toEqual([bet, alef])
  })

  test('Arabic letters join', () => {
    const isolated = shapeText('ب', 'regular')[0]?.glyphs[0]?.id
    const joined = shapeText('ببب', 'regular').flatMap((run) => run.glyphs.map((glyph) => glyph.id))
    expect(joined).toHaveLength(3)
    expect(joined[1]).not.toBe(isolated)
  })

  test('Han and kana use the fallback face; characters in no face become a box', () => {
    const box = shapeText('□', 'bold')[0]?.glyphs[0]?.id
    expect(shapeText('山田ひらがな', 'bold').map((run) => run.face)).toEqual(['fallback'])
    expect(shapeText('🙂김', 'bold').flatMap((run) => run.glyphs.map((glyph) => glyph.id))).toEqual([box, box])
  })

  test('no text produces the missing-character glyph, whose width would be wrong in a PDF', () => {
    for (const weight of ['regular', 'bold'] as const) {
      for (let code = 0x20; code < 0x3100; code++) {
        const glyphs = shapeText(String.fromCodePoint(code), weight).flatMap((run) => run.glyphs)
        if (glyphs.some((glyph) => glyph.id === 0)) throw new Error(`U+${code.toString(16)} in ${weight}`)
      }
    }
    expect(measureText('', 'regular')).toBe(0)
  })
})
