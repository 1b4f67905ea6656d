// Stores the bytes of documents: in their rows, or in objects outside the database (ADR 11).

import type { Service } from '../../service/service.ts'
import { type ObjectRow, putLoose } from '../../storage/object-rows.ts'
import { type Objects, ObjectsAway } from '../../storage/objects.ts'
import type { PlacedDocument } from './queries.ts'

/** Prefix of the object names. */
export const FOLDER = 'documents'

/**
 * Stores the bytes of one upload. The object is put once, even if the upload needs several attempts. `put` returns the object, and the plan
 * that writes the document must require it. `put` returns null if the row is to hold the bytes. Errors: ObjectsAway.
 */
export const contentStore = ({ config, db, objects }: Pick<Service, 'config' | 'db' | 'objects'>, bytes: Uint8Array) => {
  const place = config.documents === 'objects' ? objects : null
  let object: ObjectRow | null = null
  return {
    isOutside: place !== null,
    put: async (): Promise<ObjectRow | null> => {
      if (place) object ??= await putLoose(db, place, FOLDER, bytes)
      return object
    },
  }
}

/** Errors: ObjectsAway, ObjectDamaged. */
export const contentOf = async (objects: Objects | null, { content, object_id, sha256, size }: PlacedDocument): Promise<Buffer> => {
  if (content) return content
  if (object_id === null || sha256 === null) throw new Error('a document has neither bytes in the database nor an object')
  if (!objects) throw new ObjectsAway(`the bytes of a document are in the object ${object_id}, but BACKHAUL_OBJECTS is not set`)
  return objects.get({ id: object_id, sha256, size })
}
