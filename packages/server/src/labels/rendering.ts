import { Gate, PATIENCE_MS } from '../platform/gate.ts'

/** Images and pages being drawn at a time: each holds a bitmap or a document of some megabytes. */
const MAX_RENDERINGS = 4

/** Where everything that draws on request waits for its place. */
export const rendering = new Gate(MAX_RENDERINGS, PATIENCE_MS)
