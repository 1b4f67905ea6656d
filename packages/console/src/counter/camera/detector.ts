// Reads barcodes and QR codes from an image: with the browser's own detector if there is one, otherwise with zxing in a worker. The
// worker's script and its WebAssembly are served by this service and loaded on the first use of the camera.

/** Maximum size of the longest side of the searched image. */
const MAX_PIXELS = 1_280

export interface Detector {
  /** Returns the texts in the image; empty if there are none. */
  read(video: HTMLVideoElement): Promise<string[]>
  close(): void
}

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

const FORMATS = ['code_128', 'qr_code']

const nativeDetector = async (): Promise<Detector | null> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass }
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !FORMATS.every((format) => supported.includes(format))) return null
  const detector = new BarcodeDetector({ formats: FORMATS })
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => {},
  }
}

const workerDetector = (): Detector => {
  const worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module', name: 'barcode-worker' })
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  const read = (video: HTMLVideoElement): Promise<string[]> => {
    if (!drawing || video.videoWidth === 0) return Promise.resolve([])
    const factor = Math.min(1, MAX_PIXELS / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * factor)
    canvas.height = Math.round(video.videoHeight * factor)
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = drawing.getImageData(0, 0, canvas.width, canvas.height)
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ texts: string[] } | { error: string }>) =>
        'texts' in data ? resolve(data.texts) : reject(new Error(data.error))
      worker.onerror = (event) => reject(new Error(event.message || 'The reader could not be loaded.'))
      worker.postMessage(picture, [picture.data.buffer])
    })
  }
  return { read, close: () => worker.terminate() }
}

export const openDetector = async (): Promise<Detector> => (await nativeDetector()) ?? workerDetector()
