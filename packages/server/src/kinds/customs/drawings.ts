import { drawing } from '../../process/drawing.ts'
import type { CustomsFacts, CustomsForm } from './facts.ts'

export const CUSTOMS_FORM = drawing<{ form: CustomsForm; facts: CustomsFacts }>('customs')
