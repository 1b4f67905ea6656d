// Runs in a worker for two reasons. Reading an image takes longer than the time between two frames. The page's policy also forbids
// WebAssembly, but the response that delivers this script may allow it.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ImageData>) => void
  postMessage(message: { texts: string[] } | { error: string }): void
}

scope.onmessage = async ({ data }) => {
  try {
    const found = await readBarcodes(data, { formats: ['Code128', 'QRCode'], tryHarder: true, maxNumberOfSymbols: 4 })
    scope.postMessage({ texts: found.map(({ text }) => text) })
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}
