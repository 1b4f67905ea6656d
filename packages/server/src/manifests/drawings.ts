import { drawing } from '../platform/renderers.ts'
import type { ManifestFacts } from './pdf.ts'

export const MANIFEST = drawing<ManifestFacts>('manifest')
