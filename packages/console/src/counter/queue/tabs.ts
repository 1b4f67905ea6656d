// What the tabs of one device tell each other. The database is the truth; this only makes them look.
import type { StoredEntry } from './database.ts'
import type { LineState, QueueSession } from './types.ts'

/** What the sender does. Only its own tab knows. */
export interface Sending {
  line: LineState
  session: QueueSession | null
  /** The entry that is on its way. */
  seq: number | null
}

export type Message =
  | { kind: 'changed'; entries: StoredEntry[]; removed: number[] }
  | { kind: 'sending'; sending: Sending }
  /** A tab begins: who sends says how it is, and who knows the time says so. */
  | { kind: 'hello' }
  | { kind: 'time'; server_ms: number }
  /** `eager`: the line may be back, or somebody signed in; otherwise there is only something new to send. */
  | { kind: 'wake'; eager: boolean }
  /** Somebody has signed out. */
  | { kind: 'forget'; session_id: string }

export interface Tabs {
  /** To all tabs, this one included. */
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
