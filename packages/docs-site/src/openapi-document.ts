// The parts of OpenAPI 3.1 that the API document uses.
import type { Schema } from './examples.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
  example?: unknown
}
export interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, unknown>
}
export interface ApiAnswer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
  links?: Record<string, unknown>
}
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; description?: string; content: Record<string, Media> }
  responses: Record<string, ApiAnswer | { $ref: string }>
  callbacks?: Record<string, Record<string, { post: WebhookOperation }>>
}
export interface WebhookOperation extends Omit<Operation, 'requestBody'> {
  requestBody: NonNullable<Operation['requestBody']>
}
export interface OpenApi {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: WebhookOperation }>
  components: {
    securitySchemes: Record<string, unknown>
    parameters: Record<string, Parameter>
    headers: Record<string, unknown>
    schemas: Record<string, Schema>
    responses: Record<string, ApiAnswer>
    examples: Record<string, unknown>
  }
}
