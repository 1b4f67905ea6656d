import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Matches lines of shell commands that read the feed. */
const READS_THE_FEED = /^(?=signed GET "\/v2\/events\?|python3 catch_up\.py$)/gm

/**
 * Makes the commands of a document wait before they read the feed. In tests, transactions of other test files in the same cluster hold the
 * feed back for longer than a request for a page waits. Readers who try the commands use a cluster of their own.
 */
export const startSettled = async (settle: () => Promise<void>) => {
  const server = createServer((_request, response) => {
    settle().then(
      () => response.end(),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** Returns the commands with the wait added. */
    waiting: (shell: string): string => shell.replace(READS_THE_FEED, `curl -sf http://127.0.0.1:${port}\n`),
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}
