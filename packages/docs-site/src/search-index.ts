// The index for the search of the pages: one entry for everything that has an address. The words are those of the pages, without code.
import { ERRORS } from '@backhaul/core/errors.ts'
import type { Schema } from './examples.ts'
import type { Document } from './markdown.ts'
import type { OpenApi, Parameter } from './openapi-document.ts'
import { nameOf } from './schema-html.ts'

/** Path, title, context, words. Each entry is an array to save space, because there are a thousand entries. */
export type SearchEntry = [path: string, title: string, context: string, words: string]

const MAX_WORDS = 1_500

const wordsOf = (...texts: (string | undefined)[]): string => {
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_.-]+/gu) ?? []
  return [...new Set(words.map((word) => word.replace(/^[.-]+|[.-]+$/g, '')))].join(' ').slice(0, MAX_WORDS)
}

const fieldNames = (schema: Schema | undefined): string => Object.keys(schema?.properties ?? {}).join(' ')

const operationEntries = (document: OpenApi): SearchEntry[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description, tags, parameters, requestBody }]): SearchEntry => {
      const reference = requestBody?.content['application/json']?.schema.$ref
      const body = typeof reference === 'string' ? document.components.schemas[nameOf(reference)] : undefined
      const names = parameters.map((one) => ('$ref' in one ? '' : (one as Parameter).name)).join(' ')
      const spoken = operationId.replaceAll(/([A-Z])/g, ' $1')
      return [
        `/docs/api/${operationId}`,
        summary,
        `${method.toUpperCase()} ${path}`,
        wordsOf(spoken, operationId, tags.join(' '), description, names, fieldNames(body)),
      ]
    }),
  )

const eventEntries = ({ webhooks }: OpenApi): SearchEntry[] =>
  Object.entries(webhooks).map(([type, { post }]) => [`/docs/events/${type}`, type, 'Event', wordsOf(post.summary, post.description)])

const errorEntries = (): SearchEntry[] =>
  Object.entries(ERRORS).map(([code, { status, meaning }]) => [`/docs/errors#${code}`, code, `Error ${status}`, wordsOf(meaning)])

const schemaEntries = ({ components }: OpenApi): SearchEntry[] =>
  Object.entries(components.schemas)
    .filter(([name]) => !name.endsWith('Event') && !name.endsWith('List'))
    .map(([name, schema]) => [`/docs/schemas/${name}`, name, 'Schema', wordsOf(schema.description, fieldNames(schema))])

/** Returns the entries of a text page: the page and each of its sections. */
export const textEntries = (path: string, { title, sections }: Document, kind: string): SearchEntry[] =>
  sections.map((section, index) =>
    index === 0
      ? [path, title, kind, wordsOf(section.text)]
      : [`${path}#${section.id}`, section.title, title, wordsOf(title, section.text)],
  )

/** Returns the entries of the API document. */
export const apiEntries = (document: OpenApi): SearchEntry[] => [
  ...operationEntries(document),
  ...eventEntries(document),
  ...errorEntries(),
  ...schemaEntries(document),
]
