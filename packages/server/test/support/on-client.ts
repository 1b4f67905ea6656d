import { type DatabaseConfig, openClient } from '../../src/database/database-client.ts'

/** Runs work on a separate connection, which shows times in UTC as the service's connections do. */
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
