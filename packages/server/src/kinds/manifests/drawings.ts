import { drawing } from '../../process/drawing.ts'
import type { ManifestFacts } from './pdf.ts'

export const MANIFEST = drawing<ManifestFacts>('manifest')
