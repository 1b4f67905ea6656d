// Messages between the tabs of one device. The database remains authoritative: messages and database reads may arrive out of order.
import type { StoredEntry } from './database.ts'
import type { LineState, QueueSession } from './types.ts'

/** The progress of sending, which only the sender's own tab knows. */
export interface Sending {
  line: LineState
  session: QueueSession | null
  seq: number | null
}

export type Message =
  | { kind: 'changed'; entries: StoredEntry[]; removed: number[] }
  | { kind: 'sending'; sending: Sending }
  /** Sent by a new tab. The sender answers with its progress, and tabs that know the service's time answer with the time. */
  | { kind: 'hello' }
  | { kind: 'time'; server_ms: number }
  /** `eager` is true if the connection may be back or someone has signed in. It is false if there is only a new entry to send. */
  | { kind: 'wake'; eager: boolean }
  | { kind: 'forget'; session_id: string }

export interface Tabs {
  /** Sends to all tabs, this one included. */
  tell(message: Message): void
  close(): void
}

export const openTabs = (name: string, hear: (message: Message) => void): Tabs => {
  let isOpen = true
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  return {
    tell(message) {
      if (!isOpen) return
      hear(message)
      channel.postMessage(message)
    },
    close() {
      isOpen = false
      channel.close()
    },
  }
}
