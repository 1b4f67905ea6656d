import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { refuse } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { importWork } from '../app/import-work.ts'
import type { OpenService } from '../app/open-service.ts'
import { Importer } from '../kinds/imports/importer.ts'
import { FILE_KINDS, type FileKind, type ImportRow, MAX_LISTED, RETENTION_DAYS } from '../kinds/imports/model.ts'
import { type Content, dropFile, findImport, keepFile, listImports, PART_BYTES } from '../kinds/imports/queries.ts'
import { importDetail, importResource } from '../kinds/imports/resource.ts'
import { type ImportFile, newImportId, startImport } from '../kinds/imports/start.ts'
import type { Config } from '../process/config.ts'
import { reasonOf } from '../process/startup-error.ts'
import {
  CommandError,
  cliActor,
  failOn,
  failOnRows,
  type Json,
  leaf,
  listing,
  print,
  printList,
  readBytes,
  rowText,
  run,
  showProgress,
  withService,
} from './tool.ts'

const RECHECK_INTERVAL_MS = 200
const MOST_LISTED = 100

const progressOf = ({ kind, state, rows, checked_rows, applied_rows }: ImportRow): string =>
  state === 'checking' || kind === 'carrier-report' ? `checked ${checked_rows} rows` : `${rows} rows are valid, applied ${applied_rows}`

/** Waits for an import to end. If no server does the work, this process does. */
const watch = async (service: OpenService, id: string): Promise<ImportRow> => {
  const importer = new Importer(service, importWork(service))
  importer.start()
  try {
    for (;;) {
      const row = await findImport(service.db, id)
      if (!row) throw new CommandError(`the import ${id} no longer exists`)
      if (row.ended_at !== null) return row
      showProgress(progressOf(row))
      await new Promise((resolve) => setTimeout(resolve, RECHECK_INTERVAL_MS))
    }
  } finally {
    showProgress('')
    await importer.stop()
  }
}

/** Reads a file piece by piece. The file may have at most `most_bytes`. */
export const readLarge = (file: string, most_bytes: number): AsyncIterable<Buffer> => {
  try {
    const { size } = statSync(file)
    if (size > most_bytes) throw new Error(`the file is larger than ${most_bytes} bytes; split the file at the end of a line`)
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${reasonOf(error)}`)
  }
  return createReadStream(file, { highWaterMark: PART_BYTES })
}

/** Starts an import of a file and waits for it to end. */
export const importContent = async (service: OpenService, file: Omit<ImportFile, 'id' | 'bytes'>, content: Content): Promise<ImportRow> => {
  const id = newImportId()
  try {
    const bytes = await keepFile(service.db, id, content)
    await run(service, () => startImport(service, cliActor(), { ...file, id, bytes }))
  } catch (error) {
    await dropFile(service.db, id)
    throw error
  }
  return watch(service, id)
}

/** Fails the command unless the whole file was applied. */
export const expectDone = (file: string, { id, state, errors, error_count }: ImportRow): void => {
  if (state === 'refused') {
    const faults = errors.map(({ row: line, field, message }) => ({ row: line, column: field, message }))
    failOnRows(file, faults, error_count)
  }
  if (state !== 'done') throw new CommandError(`the import ${id} of ${file} was interrupted repeatedly; nothing was imported`)
}

const importFile = async (config: Config, kind: FileKind, file: string, { json }: Json): Promise<void> => {
  const bytes = readBytes(file)
  const row = await withService(config, (service) =>
    importContent(service, { kind, carrier: null, file_name: basename(file).slice(0, 200) }, bytes),
  )
  expectDone(file, row)
  const { id, rows, created_rows, changed_rows, warning_count, warnings, lost_prices } = row
  const lines = warnings.slice(0, MOST_LISTED).map(({ row: line, field, message }) => `  ${rowText({ row: line, column: field, message })}`)
  const first = warning_count > lines.length ? `, the first ${lines.length} of ${warning_count}` : ''
  const doubtful = lines.length === 0 ? '' : `\nImported, but check these rows${first}:\n${lines.join('\n')}`
  const lost = lost_prices.map(({ carrier, effective_on, message }) => `\nTariff of ${carrier} from ${effective_on}: ${message}`).join('')
  const done = `Imported ${rows} ${rows === 1 ? 'row' : 'rows'} (${created_rows} new, ${changed_rows} changed) as ${id}.`
  print(json, importDetail(row), done + doubtful + lost)
}

const list = async (config: Config, { json }: Json): Promise<void> => {
  const data = await withService(config, async (service) => (await listImports(service.db, null, null, MOST_LISTED)).map(importResource))
  printList(
    json,
    data,
    ['id', 'kind', 'state', ['file', 'file_name'], 'rows', ['errors', 'error_count'], ['started', 'created_at']],
    'No imports; see `backhaul import stores --help`.',
  )
}

const showImport = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const row = await withService(config, (service) => findImport(service.db, id))
  if (!row)
    return failOn(
      refuse('not_found', 'No import has this id; `backhaul import list` shows the imports of the last month.', { field: 'id' }),
    )
  const faults = row.errors.slice(0, MOST_LISTED).map(({ row: line, field, message }) => `  row ${line}: ${field}${field && ' '}${message}`)
  const why = faults.length === 0 ? [] : [`The first errors (--json has up to ${MAX_LISTED}):`, ...faults]
  print(json, importDetail(row), [listing(importResource(row)), ...why].join('\n'))
}

/** `import stores|rates|tariffs|list|show` (docs/operating/network.md#imports). */
export const addImportCommands = (root: Command, config: () => Config): void => {
  const group = root.command('import').description('Import files of stores, rates or tariffs, all rows or none, and show the progress')
  for (const kind of FILE_KINDS)
    leaf(group, kind, `Import a CSV file of ${kind}; shows the progress and every bad row`, [`import ${kind} ${kind}.csv`])
      .argument(
        '<file>',
        kind === 'tariffs'
          ? 'CSV file in the format of `backhaul tariff export`'
          : `CSV file of ${kind}, in the format of \`backhaul ${kind.replace(/s$/, '')} import\``,
      )
      .action((file: string, options: Json) => importFile(config(), kind, file, options))
  leaf(group, 'list', `List imports of the last ${RETENTION_DAYS} days, newest first`, ['import list']).action((options: Json) =>
    list(config(), options),
  )
  leaf(group, 'show', 'Show the progress or the result of an import', ['import show imp_01…'])
    .argument('<import_id>')
    .action((id: string, options: Json) => showImport(config(), id, options))
}
