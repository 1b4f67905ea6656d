import { fileAnswer } from '../http/files.ts'
import type { Answer } from '../service/execute.ts'
import type { DocumentRow } from './queries.ts'

export const serveDocument = ({ id, content_type, content }: DocumentRow): Answer =>
  fileAnswer(content, content_type, `${id}.${content_type === 'image/png' ? 'png' : 'jpg'}`)
