// The program of a rendering thread (process/renderers.ts). It loads the fonts, renders one sample of each kind so that the first request
// does not wait, and then renders what it is sent.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { LABEL_FORMATS } from '@backhaul/core/shipment.ts'
import { CUSTOMS_FORM } from '../kinds/customs/drawings.ts'
import { renderCustoms } from '../kinds/customs/render.ts'
import { LABELS, QR_IMAGE } from '../kinds/labels/drawings.ts'
import { renderQr } from '../kinds/labels/qr-image.ts'
import { renderLabels, warmUp } from '../kinds/labels/render.ts'
import { SAMPLE_LABEL } from '../kinds/labels/sample.ts'
import { MANIFEST } from '../kinds/manifests/drawings.ts'
import { renderManifestPdf } from '../kinds/manifests/pdf.ts'
import { PROOF } from '../kinds/sandbox/drawings.ts'
import { renderPodImage } from '../kinds/sandbox/pod-image.ts'
import { type Drawing, READY, type RenderAnswer, type RenderRequest } from '../process/drawing.ts'
import { behind } from '../process/priority.ts'

type Draw = (input: never) => Uint8Array | Promise<Uint8Array>
const draws = new Map<string, Draw>()
const add = <Input>({ name }: Drawing<Input>, draw: (input: Input) => Uint8Array | Promise<Uint8Array>) => draws.set(name, draw)

add(LABELS, ({ labels, format, dpi }) => renderLabels(labels, format, dpi))
add(QR_IMAGE, ({ text, format }) => renderQr(text, format))
add(MANIFEST, renderManifestPdf)
add(CUSTOMS_FORM, ({ form, facts }) => renderCustoms(form, facts))
add(PROOF, renderPodImage)

const answer = async ({ id, name, input }: RenderRequest): Promise<RenderAnswer> => {
  try {
    const draw = draws.get(name)
    if (!draw) throw new Error(`no drawing has the name "${name}"`)
    return { id, bytes: ownBytes(await draw(input as never)) }
  } catch (error) {
    return { id, error: String((error as Error).stack ?? error) }
  }
}

/** Returns the bytes in a buffer of their own, so that the buffer can be transferred instead of copied. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)

/**
 * Lowers the priority of this thread, so that threads that answer requests run first. Does nothing if the system cannot set the priority of
 * a single thread.
 */
const lowerPriority = (): void => {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, behind(constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // The system cannot do this, so all threads have the same priority.
  }
}

const port = parentPort
if (port) {
  await warmUp(SAMPLE_LABEL, LABEL_FORMATS)
  lowerPriority()
  port.on('message', (request: RenderRequest) => {
    void answer(request).then((result) => port.postMessage(result, 'bytes' in result ? [result.bytes.buffer as ArrayBuffer] : []))
  })
  port.postMessage(READY)
}
