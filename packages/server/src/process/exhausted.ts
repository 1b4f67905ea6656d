import { reasonOf } from './startup-error.ts'

const MEMORY = /out of memory|allocation failed|cannot allocate memory/i
const REMEDIES: Record<string, string> = {
  ENOMEM: 'memory',
  ERR_WORKER_OUT_OF_MEMORY: 'memory',
  EMFILE: 'files',
  ENFILE: 'files',
  ENOSPC: 'disk',
}
const LINES: Record<string, string> = {
  memory: 'memory ran out: raise the limit of the container or of the process (ulimit -v, --max-old-space-size)',
  files: 'the limit of open files is reached: raise it (ulimit -n, LimitNOFILE=)',
  disk: 'the disk is full: free some space',
}

/** Names the resource that the machine has run out of and the remedy, in one line. Null if the error has another cause. */
export const exhausted = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const what = REMEDIES[(error as NodeJS.ErrnoException).code ?? ''] ?? (MEMORY.test(error.message) ? 'memory' : null)
  return what === null ? null : `${LINES[what]} (${reasonOf(error)})`
}
