import { drawing } from '../platform/drawing.ts'
import type { ManifestFacts } from './pdf.ts'

export const MANIFEST = drawing<ManifestFacts>('manifest')
