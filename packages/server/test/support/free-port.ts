const scripts = (await import(new URL('../../../../scripts/running.mjs', import.meta.url).href)) as { freePort(): Promise<number> }

/** A port of 127.0.0.1 for something that is to listen later; nobody who asks for any meanwhile gets it. */
export const { freePort } = scripts
