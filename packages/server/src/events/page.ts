import type { Answer } from '../service/execute.ts'

/** A page of events. Joins the stored bytes of the records: nothing is parsed or serialized again. */
export const feedPage = (rows: { id: string; body: string }[], has_more: boolean): Answer => {
  const last = rows.at(-1)
  const next = has_more && last ? JSON.stringify(Buffer.from(last.id).toString('base64url')) : 'null'
  const body = `{"object":"list","data":[${rows.map((row) => row.body).join(',')}],"has_more":${has_more},"next_cursor":${next}}`
  return { status: 200, body }
}
