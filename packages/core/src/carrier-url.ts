// Shows the address of a carrier's service without the parts that may be secret (docs/operating/carriers.md#carriers-with-a-service).

const HIDDEN = '***'

/** Hides the user name, password and query. */
export const shownUrl = (url: string): string => url.replace(/^([^/]*\/\/)[^/?#]*@/, `$1${HIDDEN}@`).replace(/\?.*$/s, `?${HIDDEN}`)

/** Also hides the path, because some services keep their secret there. For users who may not set the address. */
export const shownHost = (url: string): string => shownUrl(url).replace(/^([^/]*\/\/[^/?#]*)[/?#]+[^/?#].*$/s, `$1/${HIDDEN}`)

/** Whether `given` is the form in which `url` is shown, with hidden parts. */
export const isShownOf = (given: string, url: string): boolean => given !== url && given === shownUrl(url)
