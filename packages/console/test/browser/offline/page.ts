// A page that contains only the queue, for tests to drive. `queue` is set once the queue is open.
import { openQueue } from '../../../src/counter/queue/queue.ts'

declare global {
  interface Window {
    opened: ReturnType<typeof openQueue>
  }
}

window.opened = openQueue()
