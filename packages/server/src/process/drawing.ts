// Messages between the service and its drawing threads (./renderers.ts).

/** A kind of drawing. The service and its threads identify it by its name. */
export interface Drawing<Input> {
  name: string
  /** Exists only for the type of the input; it never has a value. */
  input?: Input
}

export const drawing = <Input>(name: string): Drawing<Input> => ({ name })

/** Messages to and from a thread: `READY` once, then one answer for each request. */
export interface RenderRequest {
  id: number
  name: string
  input: unknown
}
export type RenderAnswer = { id: number; bytes: Uint8Array } | { id: number; error: string }
export const READY = 'ready'
