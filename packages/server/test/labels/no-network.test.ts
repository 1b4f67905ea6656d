import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import net from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const attempts: string[] = []
const refuse = (what: string) => () => {
  attempts.push(what)
  throw new Error(`${what} while rendering`)
}

// This code runs before any part of the renderer is loaded, so that it also catches a module that connects during its import.
beforeAll(() => {
  vi.resetModules()
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse('net'))
  vi.spyOn(tls, 'connect').mockImplementation(refuse('tls'))
  vi.spyOn(dgram.Socket.prototype, 'send').mockImplementation(refuse('dgram'))
  vi.spyOn(dns, 'lookup').mockImplementation(refuse('dns') as never)
  vi.spyOn(dns.promises, 'lookup').mockImplementation(refuse('dns') as never)
  vi.spyOn(http, 'request').mockImplementation(refuse('http'))
  vi.stubGlobal('fetch', refuse('fetch'))
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the network guard of this test detects connections', () => {
  expect(() => net.connect(9, '127.0.0.1')).toThrow('net while rendering')
  expect(() => new net.Socket().connect(9)).toThrow('net while rendering')
  expect(() => fetch('http://127.0.0.1:9/')).toThrow('fetch while rendering')
  expect(attempts.splice(0)).toEqual(['net', 'net', 'fetch'])
})

test('rendering labels, QR images, manifests and proofs of delivery opens no connection', async () => {
  const { renderLabels } = await import('../../src/kinds/labels/render.ts')
  const { renderQr } = await import('../../src/kinds/labels/qr-image.ts')
  const { renderManifestPdf } = await import('../../src/kinds/manifests/pdf.ts')
  const { renderPodImage } = await import('../../src/kinds/sandbox/pod-image.ts')
  const { HOSTILE, INTERNATIONAL } = await import('./facts.ts')
  const { MANIFEST } = await import('./manifest-facts.ts')
  const rendered: Uint8Array[] = []
  for (const facts of [HOSTILE, INTERNATIONAL]) {
    for (const format of ['pdf', 'png', 'zpl'] as const) {
      rendered.push(await renderLabels([facts], format, 203), await renderLabels([facts], format, 300))
    }
  }
  rendered.push(
    await renderQr('https://example.com/', 'png'),
    await renderQr('https://example.com/', 'svg'),
    await renderManifestPdf(MANIFEST),
  )
  rendered.push(
    await renderPodImage({ tracking: HOSTILE.tracking, delivered_at: new Date(0), signed_by: 'https://example.com', city: 'Austin' }),
  )
  expect(rendered.every((bytes) => bytes.length > 200)).toBe(true)
  expect(attempts).toEqual([])
})
