/** The folder of files that ship with the program. In the bundle this file is in a folder of the same depth. */
export const ASSETS = new URL('../../assets/', import.meta.url)
