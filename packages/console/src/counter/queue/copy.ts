// A second copy of what the queue keeps, in files of the browser's cache, one for each entry. A browser that is killed while it writes, as by an
// empty battery, may later find its database damaged; it then deletes all of it, and what was not sent yet would be gone. The database alone
// says what there is. The copy is read in one case only: when the database is new.
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

  /** Without a cache, as over http, there is no copy, and the queue goes on without. */
  static async open(name: string): Promise<Copy> {
    return new Copy('caches' in globalThis ? await caches.open(`${name}-copy`).catch(() => null) : null)
  }

  /** Resolves also if it could not be written: the database has the entry. */
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

  async readAll(): Promise<{ entries: StoredEntry[]; attachments: StoredAttachment[] }> {
    const entries: StoredEntry[] = []
    const attachments: StoredAttachment[] = []
    await this.#try(async (cache) => {
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        if (!kept) continue
        if (isPicture(request.url)) attachments.push({ seq: seqOf(request.url), blob: await kept.blob(), key: kept.headers.get(KEY) ?? '' })
        else entries.push(await kept.json())
      }
    })
    return { entries: entries.sort((a, b) => a.seq - b.seq), attachments }
  }

  /** Makes it what the database has: a browser that was killed may have written the one and not the other. */
  async match(
    entries: readonly StoredEntry[],
    read: (seq: number) => Promise<[StoredEntry | undefined, StoredAttachment | undefined]>,
  ): Promise<void> {
    await this.#try(async (cache) => {
      const wanted = new Set(entries.map(({ seq }) => seq))
      // What is confirmed meanwhile is behind these.
      const newest = entries.at(-1)?.seq ?? 0
      const had = new Map<number, string | null>()
      for (const request of await cache.keys()) {
        const seq = seqOf(request.url)
        if (seq <= newest && !wanted.has(seq)) await cache.delete(request)
        else if (!isPicture(request.url)) had.set(seq, (await cache.match(request))?.headers.get(REVISION) ?? null)
      }
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
