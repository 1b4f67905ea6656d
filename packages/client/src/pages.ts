/** One page of a list. */
export interface Page<Item> {
  object: 'list'
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

type Load<Item> = (after: Page<Item> | null) => Promise<Page<Item>>

/**
 * A requested list. `await` it for its first page, or iterate over it for every item of every page.
 *
 *     for await (const shipment of client.listShipments({ status: 'created' })) …
 */
export class List<Item> extends Promise<Page<Item>> implements AsyncIterable<Item> {
  readonly #load: Load<Item>

  constructor(load: Load<Item>) {
    super((resolve, reject) => load(null).then(resolve, reject))
    this.#load = load
  }

  /** Makes `then` return a plain promise instead of a List. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item> = await this; ; page = await this.#load(page)) {
      yield* page.data
      if (!page.has_more) return
    }
  }
}
