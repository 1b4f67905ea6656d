// The carrier invoice in the pictures: mostly correct, with some errors.
const PATIENCE_MS = 30_000
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns an invoice for delivered parcels. Every fifth is billed too high. */
const fileOf = (carrier, shipments) => {
  const rows = shipments.map(({ tracking, amount }, i) => `${carrier}-2026-11,${tracking},${amount + (i % 5 === 1 ? 180 : 0)},USD`)
  return ['invoice,number,amount_cents,currency', ...rows, `${carrier}-2026-11,1Z7700012,895,USD`].join('\n')
}

/** Sends an invoice. Returns one of its lines that charges too much. */
export const takeInvoice = async ({ operator }) => {
  const { data } = await operator('GET', '/v2/ops/shipments?status=delivered&limit=100')
  const carrier = data.find((one) => one.currency === 'USD').carrier
  const theirs = data.filter((one) => one.carrier === carrier && one.currency === 'USD').slice(0, 25)
  const { id } = await operator('POST', `/v2/ops/carrier-invoices?carrier=${carrier}`, fileOf(carrier, theirs))
  for (const end = Date.now() + PATIENCE_MS; ; await pause(200)) {
    const { state } = await operator('GET', `/v2/ops/imports/${id}`)
    if (state === 'done') break
    if (Date.now() > end) throw new Error(`the invoice was not imported: ${state}`)
  }
  const [invoice] = (await operator('GET', `/v2/ops/carrier-invoices?import_id=${id}`)).data
  const [line] = (await operator('GET', `/v2/ops/carrier-invoices/${invoice.id}/lines?verdict=over&limit=1`)).data
  return line
}
