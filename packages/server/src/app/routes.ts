import type { Endpoint } from '../http/endpoint.ts'
import { TAGS } from '../http/tags.ts'
import * as KINDS from './kinds.ts'

const SECTIONS = Object.keys(TAGS)
const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']

const isNamesake = ({ tag, path }: Endpoint): number => (path.startsWith(`/v2/${tag.toLowerCase()}`) ? 1 : 0)

/**
 * Sorts by section of the reference, then by path. In each section, the paths that begin with the section's name come first. For each path,
 * the operation that creates a resource comes first.
 */
const byPlace = ([, a]: [string, Endpoint], [, b]: [string, Endpoint]): number =>
  SECTIONS.indexOf(a.tag) - SECTIONS.indexOf(b.tag) ||
  isNamesake(b) - isNamesake(a) ||
  (a.path === b.path ? METHODS.indexOf(a.method) - METHODS.indexOf(b.method) : a.path < b.path ? -1 : 1)

const inOrder = <E extends Record<string, Endpoint>>(endpoints: E): E => Object.fromEntries(Object.entries(endpoints).sort(byPlace)) as E

/** Every endpoint under /v2, in the order of the reference, by the name of its operation. */
export const ENDPOINTS = inOrder(KINDS)

export const ROUTES: readonly Endpoint[] = Object.entries(ENDPOINTS).map(([operation, endpoint]) => ({ ...endpoint, operation }))
