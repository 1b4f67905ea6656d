import { useEffect, useState } from 'react'
import { canUseUsb, pairedPrinter, pickPrinter } from '../../shared/print/usb-printer.ts'

type Printer = Awaited<ReturnType<typeof pairedPrinter>>

/** Selects the USB label printer, if the browser supports WebUSB. */
export const UsbChoice = () => {
  const [printer, setPrinter] = useState<Printer>(null)
  useEffect(() => {
    if (canUseUsb()) void pairedPrinter().then(setPrinter)
  }, [])
  if (!canUseUsb()) return null
  const choose = async (): Promise<void> => {
    const picked = await pickPrinter()
    if (picked) setPrinter(picked)
  }
  return (
    <p>
      {printer ? (
        <>
          Labels print on <bdi>{printer.productName ?? 'the label printer'}</bdi>, over USB.{' '}
        </>
      ) : (
        'Labels print through the browser. '
      )}
      <button type="button" onClick={() => void choose()}>
        Choose a USB label printer
      </button>
    </p>
  )
}
