import type { TSchema } from 'typebox'

/** Number that is assumed where a schema sets no bound, such as for fields of a free map or members of a list. */
const UNBOUNDED = 1_000

interface Node {
  type?: string
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  additionalProperties?: boolean | Node
  maxProperties?: number
  items?: Node
  maxItems?: number
  anyOf?: Node[]
}

const largest = (nodes: readonly Node[]): number => Math.max(0, ...nodes.map(countIn))

const countIn = ({ properties, patternProperties, additionalProperties, maxProperties, items, maxItems, anyOf }: Node): number => {
  if (anyOf) return largest(anyOf)
  if (items) return 1 + (maxItems ?? UNBOUNDED) * countIn(items)
  const named = Object.values(properties ?? {}).reduce((sum, node) => sum + countIn(node), 0)
  const free = [...Object.values(patternProperties ?? {}), ...(typeof additionalProperties === 'object' ? [additionalProperties] : [])]
  return 1 + named + (free.length > 0 ? (maxProperties ?? UNBOUNDED) * largest(free) : 0)
}

/** Number of values in the largest body that fits a schema. Objects and lists count as values too. */
export const mostValues = (schema: TSchema): number => countIn(schema as Node)
