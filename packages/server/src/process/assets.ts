/** The folder of files that come with the program. The bundle has this file in a folder of the same depth. */
export const ASSETS = new URL('../../assets/', import.meta.url)
