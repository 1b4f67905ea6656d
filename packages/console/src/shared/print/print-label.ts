// Prints a parcel's label. If a USB label printer was selected, the label is printed there as ZPL, otherwise as PDF through the browser. If
// the browser cannot print the PDF, the PDF is shown.
import { LineLost, Refused, request } from '../api.ts'
import { canUseUsb, pairedPrinter, printZpl } from './usb-printer.ts'

export type Printed =
  | { kind: 'printer' }
  /** The browser prints the label: its dialog is open, or the label went straight to the printer. */
  | { kind: 'browser' }
  /** This browser cannot print a PDF by itself. The user opens it at `url`. */
  | { kind: 'shown'; url: string }
  /** There is no connection, and only the service has the label. */
  | { kind: 'lost' }
  | { kind: 'refused'; message: string }

const labelOf = (shipment_id: string, format: 'pdf' | 'zpl', accept: string): Promise<Blob> =>
  request('GET', `/v2/shipments/${encodeURIComponent(shipment_id)}/label`, { query: { format }, accept })

/**
 * There is only one frame at a time. It stays after printing has started, because the browser may read it as long as its dialog is open.
 */
const printFrame = (url: string): Promise<void> => {
  document.querySelector('iframe.print-frame')?.remove()
  const frame = document.createElement('iframe')
  frame.className = 'print-frame'
  frame.title = 'Label to print'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  return new Promise((resolve, reject) => {
    frame.onload = () => {
      try {
        frame.contentWindow?.print()
        resolve()
      } catch (error) {
        reject(error)
      }
    }
    frame.src = url
    document.body.append(frame)
  })
}

const printOnUsb = async (shipment_id: string): Promise<Printed | null> => {
  const printer = canUseUsb() ? await pairedPrinter() : null
  if (printer === null) return null
  const zpl = await labelOf(shipment_id, 'zpl', 'application/zpl')
  try {
    await printZpl(printer, await zpl.arrayBuffer())
    return { kind: 'printer' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'refused', message: `The label printer does not print: ${reason} Check that it is on and has paper, then print again.` }
  }
}

const printPdf = async (shipment_id: string): Promise<Printed> => {
  const pdf = await labelOf(shipment_id, 'pdf', 'application/pdf')
  const url = URL.createObjectURL(pdf)
  if (navigator.pdfViewerEnabled === false) return { kind: 'shown', url }
  return printFrame(url).then(
    (): Printed => ({ kind: 'browser' }),
    (): Printed => ({ kind: 'shown', url }),
  )
}

/** Turns errors into messages for the user. */
const orWhy = async (print: () => Promise<Printed>): Promise<Printed> => {
  try {
    return await print()
  } catch (error) {
    if (error instanceof LineLost) return { kind: 'lost' }
    return { kind: 'refused', message: error instanceof Refused ? error.message : 'The label could not be printed. Try again.' }
  }
}

/** Never throws. */
export const printLabel = (shipment_id: string): Promise<Printed> =>
  orWhy(async () => (await printOnUsb(shipment_id)) ?? (await printPdf(shipment_id)))

/** Prints the label on a page that may not use a USB printer. */
export const printLabelAsPdf = (shipment_id: string): Promise<Printed> => orWhy(() => printPdf(shipment_id))
