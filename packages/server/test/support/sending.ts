import { afterEach } from 'vitest'
import type { Network } from '../../src/delivery/address-guard.ts'
import type { AttemptResult } from '../../src/delivery/attempt.ts'
import { createSender, type Sender } from '../../src/delivery/send.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Senders and receivers that are closed at the end of the test that asked for them. */

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export function atEndOfTest(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

export async function receiverFor(start: Promise<Receiver> = startReceiver()): Promise<Receiver> {
  const receiver = await start
  atEndOfTest(() => receiver.close())
  return receiver
}

export function senderFor(allowPrivate = true, network: Partial<Network> = {}): Sender {
  const sender = createSender({ allowPrivate }, network)
  atEndOfTest(() => sender.close())
  return sender
}

/** A body that any re-serialization changes. */
export const BODY = '{"object":"webhook",  "name":"Zoë\\u0000 — 荷物",\n"n":1.0}'
export const HEADERS = { 'Content-Type': 'application/json' }

export function send(sender: Sender, url: string, deadline_ms?: number, headers: Record<string, string> = HEADERS): Promise<AttemptResult> {
  const request = { url, headers, body: BODY, ...(deadline_ms === undefined ? {} : { deadline_ms }) }
  return new Promise((resolve) => sender.send(request, resolve))
}
