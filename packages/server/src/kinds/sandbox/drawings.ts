import { drawing } from '../../process/drawing.ts'
import type { PodFacts } from './pod-image.ts'

/** The proof of delivery of a rehearsed delivery. */
export const PROOF = drawing<PodFacts>('proof')
