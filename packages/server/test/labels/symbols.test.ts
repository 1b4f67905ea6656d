// Compares the symbols that the service draws with those of a general encoder, and reads them with a decoder.
import bwipjs from 'bwip-js/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code128Widths, QR_QUIET_MODULES, type QrMatrix, qrMatrix } from '../../src/print/symbols.ts'
import { readSymbols } from './decode.ts'

interface Raw {
  sbs: number[]
  pixs: number[]
}
const encode = bwipjs.raw as unknown as (options: Record<string, unknown>) => [Raw]
const digits = fc.stringMatching(/^([0-9][0-9]){2,15}$/)
const label_text = fc.stringMatching(/^[0-9A-Z $%*+./:-]{1,29}$/)

test('Code 128 of an even number of digits matches bwip-js', () => {
  fc.assert(
    fc.property(digits, (text) => {
      expect(code128Widths(text, false)).toEqual(encode({ bcid: 'code128', text })[0].sbs)
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('GS1-128 of an SSCC matches bwip-js', () => {
  // The example that GS1 publishes. The encoder would refuse a wrong check digit.
  expect(code128Widths('00106141412345678908', true)).toEqual(encode({ bcid: 'gs1-128', text: '(00)106141412345678908' })[0].sbs)
})

describe('the QR symbol of a label', () => {
  const picture = ({ size, dark }: QrMatrix) => {
    const [scale, side] = [4, (size + 2 * QR_QUIET_MODULES) * 4]
    const data = new Uint8ClampedArray(side * side * 4).fill(255)
    for (let y = 0; y < size * scale; y++) {
      for (let x = 0; x < size * scale; x++) {
        if (!dark[Math.floor(y / scale) * size + Math.floor(x / scale)]) continue
        data.set([0, 0, 0], ((y + QR_QUIET_MODULES * scale) * side + x + QR_QUIET_MODULES * scale) * 4)
      }
    }
    return { width: side, height: side, data, colorSpace: 'srgb' as const }
  }

  test('decodes to its text at any length', async () => {
    await fc.assert(
      fc.asyncProperty(label_text, async (text) => {
        expect((await readSymbols(picture(qrMatrix(text)))).qr).toEqual([text])
      }),
      { numRuns: 60, seed: 2 },
    )
  })

  test('matches bwip-js in every module, given the same mask', () => {
    // The texts have no runs of digits, because a general encoder changes its mode for them.
    const letters = fc.stringMatching(/^[A-Z][A-Z0-9]([A-Z][A-Z0-9]){9,13}$/)
    fc.assert(
      fc.property(letters, (text) => {
        const own = qrMatrix(text).dark.map(Number).join('')
        const masks = Array.from(
          { length: 8 },
          (_, i) => encode({ bcid: 'qrcode', text, eclevel: 'Q', version: '2', fixedeclevel: true, mask: i + 1 })[0],
        )
        expect(masks.map(({ pixs }) => Array.from(pixs).join(''))).toContain(own)
      }),
      { numRuns: 40, seed: 3 },
    )
  })
})
