/**
 * Renders the label as ZPL II for thermal printers. The printer draws the symbols, and sets the text in its built-in scalable font 0.
 *
 * Promise: free text never becomes a command. Every field is sent through ^FH, with the command prefixes, the backslash and the hex mark
 * written as hex. The layout has already removed control characters. Text is UTF-8 (^CI28). Not promised: a glyph for every script; that
 * depends on the fonts in the printer.
 */
import { unreachable } from '@backhaul/core/unreachable.ts'
import { LABEL_HEIGHT, LABEL_WIDTH, type LabelDpi, type LabelElement } from './layout.ts'
import type { MarkElement } from './sandbox-mark.ts'

export function labelToZpl(elements: LabelElement[], dpi: LabelDpi): string {
  const dots = (points: number) => Math.round((points * dpi) / 72)
  const lines = [
    '^XA',
    '^CI28',
    // Resets the settings that printers keep from the previous label: origin, shift, orientation, mirroring and reversal.
    '^LH0,0^LS0^LT0^PON^PMN^FWN^LRN',
    `^PW${dots(LABEL_WIDTH)}`,
    `^LL${dots(LABEL_HEIGHT)}`,
  ]
  for (const element of elements) {
    switch (element.kind) {
      case 'mark':
        lines.push(markToZpl(element, dpi))
        break
      case 'rule': {
        const width = Math.max(2, dots(element.width))
        const height = Math.max(2, dots(element.height))
        lines.push(`^FO${dots(element.x)},${dots(element.y)}^GB${width},${height},${Math.min(width, height)}^FS`)
        break
      }
      case 'text': {
        const size = dots(element.size)
        const box = element.centered_in === undefined ? '' : `^FB${dots(element.centered_in)},1,0,C`
        lines.push(`^FT${dots(element.x)},${dots(element.baseline)}^A0N,${size},${size}${box}^FH_^FD${escapeField(element.text)}^FS`)
        break
      }
      case 'code128':
        // `>;` starts in subset C, with two digits per character. `>8` is FNC1.
        lines.push(`^BY${dots(element.module)},2,${dots(element.height)}`)
        lines.push(
          `^FO${dots(element.x)},${dots(element.y)}^BCN,${dots(element.height)},N,N,N,N^FD>;${element.is_gs1 ? '>8' : ''}${element.text}^FS`,
        )
        break
      case 'qr':
        lines.push(`^FO${dots(element.x)},${dots(element.y)}^BQN,2,${dots(element.module)}^FDQA,${element.text}^FS`)
        break
      default:
        unreachable(element)
    }
  }
  lines.push('^PQ1', '^XZ', '')
  return lines.join('\n')
}

const marks = new WeakMap<MarkElement, Map<LabelDpi, string>>()

/** Outlines the mark, because a printer has no gray. The result is cached as long as the mark exists. */
function markToZpl(mark: MarkElement, dpi: LabelDpi): string {
  const kept = marks.get(mark) ?? new Map<LabelDpi, string>()
  marks.set(mark, kept)
  const dots = (points: number) => Math.round((points * dpi) / 72)
  const zpl =
    kept.get(dpi) ??
    mark.pieces.map(({ x, y, width, height }) => `^FO${dots(x)},${dots(y)}^GB${dots(width)},${dots(height)},2^FS`).join('\n')
  kept.set(dpi, zpl)
  return zpl
}

/** Escapes field data for ^FH with the mark `_`, so that nothing in it can start a command or an escape. */
export function escapeField(text: string): string {
  return text.replace(/[\^~\\_]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
