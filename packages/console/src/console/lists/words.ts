/** A value of the API, such as a status, as people read it: `label_ready` is "label ready". */
export const inWords = (value: string): string => value.replaceAll('_', ' ')
