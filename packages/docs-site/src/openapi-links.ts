// Links of the API document, from an operation that creates a resource to the operations that take its id.
import type { Endpoint } from '@backhaul/server/contracts'
import type { Schema } from './examples.ts'

type Links = Record<string, { operationId: string; description: string; parameters: Record<string, string> }>

const ONE_PARAMETER = /^(\/v2(?:\/[a-z-]+)+)\/:([a-z_]+)(?:\/[a-z-]+)*$/

/** Returns the links of a response. Undefined: it has none. */
export const linksOf = (endpoints: Record<string, Endpoint>): ((endpoint: Endpoint, status: number) => Links | undefined) => {
  const targets = Object.entries(endpoints).flatMap(([operationId, { path, summary }]) => {
    const [, before, parameter] = ONE_PARAMETER.exec(path) ?? []
    return before && parameter ? [{ operationId, before, parameter, summary }] : []
  })
  return ({ method, path, answers }, status) => {
    const fields = ((answers[status]?.schema ?? {}) as Schema).properties ?? {}
    if (method !== 'POST' || status !== 201) return undefined
    const places = [path, `/v2/${path.split('/').at(-1)}`]
    const links = targets.flatMap(({ operationId, before, parameter, summary }) => {
      const field = parameter in fields ? parameter : 'id'
      if (!places.includes(before) || !(field in fields)) return []
      return [[operationId, { operationId, description: `${summary}.`, parameters: { [parameter]: `$response.body#/${field}` } }]]
    })
    return links.length > 0 ? Object.fromEntries(links) : undefined
  }
}
