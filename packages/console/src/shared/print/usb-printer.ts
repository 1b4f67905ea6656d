// A ZPL label printer on this device's USB port, if the browser supports WebUSB. The user selects it once, and the browser remembers it for
// this site.

const PRINTER_CLASS = 7

interface Endpoint {
  endpointNumber: number
  direction: 'in' | 'out'
  type: string
}
interface UsbDevice {
  productName?: string
  opened: boolean
  configuration: { interfaces: { interfaceNumber: number; alternate: { interfaceClass: number; endpoints: Endpoint[] } }[] } | null
  open(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  releaseInterface(number: number): Promise<void>
  transferOut(endpoint: number, bytes: BufferSource): Promise<{ status: string }>
  close(): Promise<void>
}
interface Usb {
  getDevices(): Promise<UsbDevice[]>
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>
}

const usb = (): Usb | null => (navigator as { usb?: Usb }).usb ?? null

export const canUseUsb = (): boolean => usb() !== null

/** Returns the printer that was selected before, if it is connected now. */
export const pairedPrinter = async (): Promise<UsbDevice | null> =>
  (
    await usb()
      ?.getDevices()
      .catch(() => [])
  )?.[0] ?? null

/** Asks the user to select a printer. Resolves to null if the user selects none. */
export const pickPrinter = async (): Promise<UsbDevice | null> =>
  (await usb()
    ?.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] })
    .catch(() => null)) ?? null

/** Sends the label to the printer. Throws the browser's error, for example if another program is using the printer. */
export const printZpl = async (device: UsbDevice, zpl: BufferSource): Promise<void> => {
  await device.open()
  try {
    if (device.configuration === null) await device.selectConfiguration(1)
    const printer = device.configuration?.interfaces.find(({ alternate }) => alternate.interfaceClass === PRINTER_CLASS)
    const out = printer?.alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
    if (!printer || !out) throw new Error('The device is not a printer.')
    await device.claimInterface(printer.interfaceNumber)
    try {
      const { status } = await device.transferOut(out.endpointNumber, zpl)
      if (status !== 'ok') throw new Error(`The printer answered "${status}".`)
    } finally {
      await device.releaseInterface(printer.interfaceNumber).catch(() => {})
    }
  } finally {
    await device.close().catch(() => {})
  }
}
