// Apart from `Objects`, so that what only uses that has no way out of the process.
import type { ObjectSettings } from '../process/object-settings.ts'
import { Objects, type Place } from './objects.ts'

/** What it takes is loaded by those who have such a place only. */
const openPlace = async (settings: ObjectSettings): Promise<Place> => {
  if (settings.kind === 'folder') return new (await import('./object-folder.ts')).Folder(settings)
  return new (await import('./object-bucket.ts')).Bucket(settings)
}

export const openObjects = async (settings: ObjectSettings | null): Promise<Objects | null> =>
  settings && new Objects(await openPlace(settings))
