// Messages between the tabs of one device. The database is authoritative; a message only makes tabs read it.
import type { StoredEntry } from './database.ts'
import type { LineState, QueueSession } from './types.ts'

/** The sender's progress, known only to its own tab. */
export interface Sending {
  line: LineState
  session: QueueSession | null
  seq: number | null
}

export type Message =
  | { kind: 'changed'; entries: StoredEntry[]; removed: number[] }
  | { kind: 'sending'; sending: Sending }
  /** A new tab: the sender answers with its progress, and tabs that know the service's time answer with it. */
  | { kind: 'hello' }
  | { kind: 'time'; server_ms: number }
  /** `eager`: the connection may be back, or someone signed in. Otherwise there is only something new to send. */
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
