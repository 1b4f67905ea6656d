import type { Config } from '../../process/config.ts'
import { StartupError } from '../../process/startup-error.ts'
import { DemoClient } from '../demo/client.ts'
import { findSandbox, type Sandbox, type Wanted } from '../demo/sandbox.ts'

/**
 * Opens a signing client for the named sandbox, or else for the one that runs on this data directory. Throws StartupError when there is
 * none.
 */
export const openSession = async (config: Config, wanted: Wanted): Promise<{ sandbox: Sandbox; client: DemoClient }> => {
  const sandbox = await findSandbox(config, wanted)
  if (!sandbox) throw new StartupError('no sandbox runs on this data directory; start it with `npm start`, or give --url and --credentials')
  const say = (seconds: number) => process.stderr.write(`the key's rate limit is used up; waiting ${seconds} s\n`)
  return { sandbox, client: new DemoClient(sandbox.url, sandbox.credentials, say) }
}
