import type { Shipment } from '@backhaul/core/shipment.ts'
import { fileAnswer } from '../../http/files.ts'
import type { Answer } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { type BookedLabel, readPaper } from './queries.ts'
import { contentTypeOf } from './state.ts'

/** The file of a label that is ready. */
export const fileOf = async (service: Service, shipment: Shipment, { paper_id, format }: BookedLabel): Promise<Answer> => {
  const bytes = await readPaper(service.db, paper_id as string)
  return fileAnswer(bytes, contentTypeOf(format), `carrier-label-${shipment.tracking}.${format}`)
}
