// Bundles the page of a test for a browser.
import { join } from 'node:path'
import { build } from 'vite'

/** Returns the files of a page that contains only the queue, by path. */
export const queuePage = async (): Promise<Record<string, [type: string, body: string]>> => {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2022', minify: false, rolldownOptions: { input: join(import.meta.dirname, 'page.ts') } },
  })
  const [chunk] = (built as { output: { code: string }[] }).output
  return {
    '/queue': [
      'text/html',
      '<!doctype html><title>Queue</title><link rel="icon" href="data:,"><script type="module" src="/queue.js"></script>',
    ],
    '/queue.js': ['text/javascript', (chunk as { code: string }).code],
  }
}
