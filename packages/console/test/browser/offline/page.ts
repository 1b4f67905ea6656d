// A page that has the queue and nothing else, for tests to drive: `queue` once it is open.
import { openQueue } from '../../../src/counter/queue/queue.ts'

declare global {
  interface Window {
    opened: ReturnType<typeof openQueue>
  }
}

window.opened = openQueue()
