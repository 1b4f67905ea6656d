// A second copy of the queue in the browser's cache, with one file for each entry. If a browser ends while it writes, for example because
// the battery is empty, its database may be damaged. The browser then deletes the database or drops a part of it, and unsent entries would
// be lost. An entry is added to the database first and removed from the copy first. Therefore an entry that is only in the copy was lost
// from the database.
import type { StoredAttachment, StoredEntry } from './database.ts'

const PATH = '/counter/queue-copy/'
const REVISION = 'x-revision'
const KEY = 'x-key'

const addressOf = (seq: number): string => `${PATH}${seq}`
const pictureOf = (seq: number): string => `${PATH}${seq}/attachment`
const seqOf = (url: string): number => Number(new URL(url).pathname.slice(PATH.length).split('/')[0])
const isPicture = (url: string): boolean => url.endsWith('/attachment')

export class Copy {
  readonly #cache: Cache | null

  private constructor(cache: Cache | null) {
    this.#cache = cache
  }

  /** Pages without HTTPS have no cache. The queue then works without a copy. */
  static async open(name: string): Promise<Copy> {
    return new Copy('caches' in globalThis ? await caches.open(`${name}-copy`).catch(() => null) : null)
  }

  /** Also resolves if the copy could not be written, because the database has the entry. */
  async put(entry: StoredEntry, attachment?: StoredAttachment): Promise<void> {
    const headers = { [REVISION]: String(entry.revision) }
    await this.#try(async (cache) => {
      await cache.put(addressOf(entry.seq), new Response(JSON.stringify(entry), { headers }))
      if (entry.state === 'sent') await cache.delete(pictureOf(entry.seq))
    })
    if (attachment) await this.putAttachment(attachment)
  }

  putAttachment({ seq, blob, key }: StoredAttachment): Promise<void> {
    return this.#try((cache) => cache.put(pictureOf(seq), new Response(blob, { headers: { [KEY]: key, 'content-type': blob.type } })))
  }

  remove(seqs: readonly number[]): Promise<void> {
    return this.#try((cache) => Promise.all(seqs.flatMap((seq) => [cache.delete(addressOf(seq)), cache.delete(pictureOf(seq))])))
  }

  /** Returns the numbers of the copied entries, in order. */
  async seqs(): Promise<number[]> {
    const found: number[] = []
    await this.#try(async (cache) => {
      for (const { url } of await cache.keys()) if (!isPicture(url)) found.push(seqOf(url))
    })
    return found.sort((a, b) => a - b)
  }

  /** Returns the entries that still exist and are complete. */
  async read(seqs: readonly number[]): Promise<{ entries: StoredEntry[]; attachments: StoredAttachment[] }> {
    const entries: StoredEntry[] = []
    const attachments: StoredAttachment[] = []
    for (const seq of seqs)
      await this.#try(async (cache) => {
        const entry = await cache.match(addressOf(seq))
        if (!entry) return
        entries.push(await entry.json())
        const picture = await cache.match(pictureOf(seq))
        if (picture) attachments.push({ seq, blob: await picture.blob(), key: picture.headers.get(KEY) ?? '' })
      })
    return { entries, attachments }
  }

  /** Brings the copy in line with the database, because a browser that was killed may have changed only one of the two. */
  async match(
    entries: readonly StoredEntry[],
    read: (seq: number) => Promise<[StoredEntry | undefined, StoredAttachment | undefined]>,
  ): Promise<void> {
    await this.#try(async (cache) => {
      const had = new Map<number, string | null>()
      for (const request of await cache.keys())
        if (!isPicture(request.url)) had.set(seqOf(request.url), (await cache.match(request))?.headers.get(REVISION) ?? null)
      for (const { seq, revision } of entries) {
        if (had.get(seq) === String(revision)) continue
        const [entry, attachment] = await read(seq)
        if (entry) await this.put(entry, attachment)
      }
    })
  }

  async #try(work: (cache: Cache) => Promise<unknown>): Promise<void> {
    if (!this.#cache) return
    try {
      await work(this.#cache)
    } catch (error) {
      console.warn('The second copy of the queue could not be read or written', error)
    }
  }
}
