import { type DatabaseConfig, openClient } from '../../src/database/database-client.ts'

/** Work on a connection of its own, which shows times in UTC as those of the service do. */
export const onClientOf = async (
  config: DatabaseConfig,
  work: (client: Awaited<ReturnType<typeof openClient>>) => Promise<void>,
): Promise<void> => {
  const client = await openClient(config)
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
