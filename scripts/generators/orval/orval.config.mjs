export default {
  backhaul: {
    input: './openapi.json',
    output: {
      target: './generated/client.ts',
      client: 'fetch',
      override: { mutator: { path: './signing.ts', name: 'signedFetch' } },
    },
  },
}
