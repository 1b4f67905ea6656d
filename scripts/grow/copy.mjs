// `copy … from stdin`, which the driver has the messages for but no statement.
import { once } from 'node:events'

const CHUNK_CHARACTERS = 1_000_000

/** A value as a column of `copy` takes it. */
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

/** Adds rows, each a line as `copy` takes it. */
export const copyInto = (client, table, columns, rows) =>
  new Promise((resolve, reject) => {
    client.query(new CopyFrom(`copy ${table} (${columns.join(', ')}) from stdin`, rows, { resolve, reject }))
  })
