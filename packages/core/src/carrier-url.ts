// How the address of a carrier's service is shown: without what may be secret in it (docs/operating/carriers.md#carriers-with-a-service).

const HIDDEN = '***'

/** Without user name, password and query. */
export const shownUrl = (url: string): string => url.replace(/^([^/]*\/\/)[^/?#]*@/, `$1${HIDDEN}@`).replace(/\?.*$/s, `?${HIDDEN}`)

/** Without its path too, for those who may not set it: some services have their secret there. */
export const shownHost = (url: string): string => shownUrl(url).replace(/^([^/]*\/\/[^/?#]*)[/?#]+[^/?#].*$/s, `$1/${HIDDEN}`)

/** Whether this is what was shown of an address of which a part is hidden. */
export const isShownOf = (given: string, url: string): boolean => given !== url && given === shownUrl(url)
