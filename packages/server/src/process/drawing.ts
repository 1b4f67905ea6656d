// What the service and the threads that draw for it (./renderers.ts) say to each other.

/** What a thread can draw: known to both sides by its name. */
export interface Drawing<Input> {
  name: string
  /** Of the types only. */
  input?: Input
}

export const drawing = <Input>(name: string): Drawing<Input> => ({ name })

/** What goes to a thread, and what comes back: `READY` once, then an answer for each request. */
export interface RenderRequest {
  id: number
  name: string
  input: unknown
}
export type RenderAnswer = { id: number; bytes: Uint8Array } | { id: number; error: string }
export const READY = 'ready'
