// Sends rows by `copy … from stdin`. The PostgreSQL driver has the messages for it, but no function.
import { once } from 'node:events'

const CHUNK_CHARACTERS = 1_000_000

/** Formats a value for a column of `copy`. */
export const copyText = (value) =>
  value === null ? '\\N' : value.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c])

class CopyFrom {
  #rows
  #settle

  constructor(text, rows, settle) {
    Object.assign(this, { text })
    this.#rows = rows
    this.#settle = settle
  }

  submit(connection) {
    connection.query(this.text)
  }

  async handleCopyInResponse(connection) {
    let chunk = ''
    const send = async () => {
      const isTaken = connection.stream.writableLength < CHUNK_CHARACTERS
      connection.sendCopyFromChunk(Buffer.from(chunk))
      chunk = ''
      if (!isTaken) await once(connection.stream, 'drain')
    }
    for (const row of this.#rows) {
      chunk += `${row}\n`
      if (chunk.length > CHUNK_CHARACTERS) await send()
    }
    if (chunk !== '') await send()
    connection.endCopyFrom()
  }

  handleError(error) {
    this.#settle.reject(error)
  }

  handleReadyForQuery() {
    this.#settle.resolve()
  }

  handleCommandComplete() {}
}

/** Adds rows. Each is a line in the format of `copy`. */
export const copyInto = (client, table, columns, rows) =>
  new Promise((resolve, reject) => {
    client.query(new CopyFrom(`copy ${table} (${columns.join(', ')}) from stdin`, rows, { resolve, reject }))
  })
