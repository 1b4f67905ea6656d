import type { LabelFormat } from '@backhaul/core/shipment.ts'
import { drawing } from '../../process/drawing.ts'
import type { Label, LabelDpi } from './layout.ts'
import type { QrImageFormat } from './qr-image.ts'

/** Draws any number of labels as one document, in the given order. A PNG holds only one label. */
export const LABELS = drawing<{ labels: readonly Label[]; format: LabelFormat; dpi: LabelDpi }>('labels')
export const QR_IMAGE = drawing<{ text: string; format: QrImageFormat }>('qr')
