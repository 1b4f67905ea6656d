import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lines of a shell that read the feed. */
const READS_THE_FEED = /^(?=signed GET "\/v2\/events\?|python3 catch_up\.py$)/gm

/**
 * What the commands of a document wait at before they read the feed: transactions of other test files hold it back for longer than a page
 * waits, as they share the cluster, and a reader has a cluster of his own.
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
    /** The same commands, with that wait. */
    waiting: (shell: string): string => shell.replace(READS_THE_FEED, `curl -sf http://127.0.0.1:${port}\n`),
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}
