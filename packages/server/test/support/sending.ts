import { onTestFinished } from 'vitest'
import type { Dialer } from '../../src/delivery/address-guard.ts'
import { type AttemptResult, createSender, type Sender } from '../../src/delivery/http1/http1.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Calls `cleanup` at the end of the current test. */

export const atEndOfTest = (cleanup: () => unknown): void => {
  onTestFinished(async () => {
    await cleanup()
  })
}

export async function receiverFor(start: Promise<Receiver> = startReceiver()): Promise<Receiver> {
  const receiver = await start
  atEndOfTest(() => receiver.close())
  return receiver
}

export function senderFor(allowPrivate = true, dialer: Partial<Dialer> = {}): Sender {
  const sender = createSender({ allowPrivate }, dialer)
  atEndOfTest(() => sender.close())
  return sender
}

/** A body that changes whenever it is serialized again. */
export const BODY = '{"object":"webhook",  "name":"Zoë\\u0000 — 荷物",\n"n":1.0}'
export const HEADERS = { 'Content-Type': 'application/json' }

export function send(sender: Sender, url: string, deadline_ms?: number, headers: Record<string, string> = HEADERS): Promise<AttemptResult> {
  const request = { url, headers, body: BODY, ...(deadline_ms === undefined ? {} : { deadline_ms }) }
  return new Promise((resolve) => sender.send(request, resolve))
}
