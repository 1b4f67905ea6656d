// A page that contains only the queue, for tests to use. `opened` resolves when the queue is open.
import { openQueue } from '../../../src/counter/queue/queue.ts'

declare global {
  interface Window {
    opened: ReturnType<typeof openQueue>
  }
}

window.opened = openQueue()
