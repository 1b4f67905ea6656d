import { fileAnswer } from '../../http/files.ts'
import type { Answer } from '../../service/execute.ts'
import type { StoreReach } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { contentOf } from './content.ts'
import { findDocument, transfers } from './queries.ts'

/** Returns null if the caller may not see a document with this id. Errors: ObjectsAway, ObjectDamaged. */
export const serveDocument = ({ db, objects }: Service, reach: StoreReach, id: string): Promise<Answer | null> =>
  transfers.run(reach.tenant, async () => {
    const document = await findDocument(db, reach, id)
    if (!document) return null
    const extension = document.content_type === 'image/png' ? 'png' : 'jpg'
    return fileAnswer(await contentOf(objects, document), document.content_type, `${id}.${extension}`)
  })
