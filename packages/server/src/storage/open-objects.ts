// This module is separate from `Objects`, so that modules that only use `Objects` do not import network code.
import type { ObjectSettings } from '../process/object-settings.ts'
import { Objects, type Place } from './objects.ts'

/** The network code for a kind of storage is loaded only if that kind is in use. */
const openPlace = async (settings: ObjectSettings): Promise<Place> => {
  if (settings.kind === 'folder') return new (await import('./object-folder.ts')).Folder(settings)
  return new (await import('./object-bucket.ts')).Bucket(settings)
}

export const openObjects = async (settings: ObjectSettings | null): Promise<Objects | null> =>
  settings && new Objects(await openPlace(settings))
