import { drawCn23 } from './cn23.ts'
import { drawCommercialInvoice } from './commercial-invoice.ts'
import type { CustomsFacts, CustomsForm } from './facts.ts'
import { Sheet } from './sheet.ts'

const FORMS = {
  cn23: { title: 'CUSTOMS DECLARATION CN 23', draw: drawCn23 },
  'commercial-invoice': { title: 'COMMERCIAL INVOICE', draw: drawCommercialInvoice },
} as const

/**
 * Renders a customs document as PDF. Pure: the same facts give the same bytes. The number of pages is known only after drawing, so the
 * document is drawn twice.
 */
export const renderCustoms = (form: CustomsForm, facts: CustomsFacts): Uint8Array => {
  const { title, draw } = FORMS[form]
  const draft = new Sheet(facts, title, 1)
  draw(draft, facts)
  const sheet = new Sheet(facts, title, draft.page)
  draw(sheet, facts)
  return sheet.bytes()
}
