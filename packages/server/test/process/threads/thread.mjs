// A thread for test/process/renderers.test.ts. The name of a drawing selects its behavior.
import { existsSync, writeFileSync } from 'node:fs'
import { parentPort, threadId } from 'node:worker_threads'

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const draws = {
  echo: async (text) => text,
  thread: async () => String(threadId),
  slow: async (ms) => wait(ms).then(() => 'slow'),
  fail: async () => {
    throw new Error('cannot be drawn')
  },
  // The thread ends itself the first time only.
  once: async (mark) => {
    if (!existsSync(mark)) {
      writeFileSync(mark, '')
      process.exit(1)
    }
    return 'second'
  },
  die: async () => process.exit(1),
}

parentPort.on('message', async ({ id, name, input }) => {
  try {
    const bytes = new TextEncoder().encode(await draws[name](input))
    parentPort.postMessage({ id, bytes })
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) })
  }
})
parentPort.postMessage('ready')
