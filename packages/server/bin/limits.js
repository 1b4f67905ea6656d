// Minimum resources of a process. They are checked before anything else is loaded. If they are insufficient, Node or the program would
// otherwise crash while it starts, with a trace that does not say what to do.
import { readFileSync, writeSync } from 'node:fs'

/** Node reserves address space for its HTTP parser in WebAssembly (10 GB) and for each thread. It uses little of this space. */
const ADDRESSES_BYTES = 16e9
const HEAP_MIB = 64
/** With fewer open files, the program's own files cannot be read. */
const FILES = 80

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`

/** Returns the soft limit of this process. Infinite: there is no limit, or it is unknown. */
const limitOf = (name) => {
  try {
    const [, soft] = new RegExp(`^Max ${name}\\s+(\\d+)\\s`, 'm').exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Returns the heap limit in MiB from Node's options. The last option counts, and options on the command line come after those in
 * NODE_OPTIONS. Infinite: there is no option, and Node chooses the limit by the memory of the machine or container.
 */
const heapLimit = () => {
  const options = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ')
  const last = [...options.matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)
  return last ? Number(last[1]) : Number.POSITIVE_INFINITY
}

const fault = () => {
  const addresses = limitOf('address space')
  if (addresses < ADDRESSES_BYTES)
    return `too little memory: the address space of a process is limited to ${gigabytes(addresses)} (ulimit -v, LimitAS=), and it needs ${gigabytes(ADDRESSES_BYTES)}, most of it only reserved: raise that limit, and limit memory by the container or by MemoryMax=`
  const heap = heapLimit()
  if (heap < HEAP_MIB)
    return `too little memory: Node's heap is limited to ${heap} MiB (--max-old-space-size) and needs ${HEAP_MIB} MiB: set that option to ${HEAP_MIB} or more, or remove it`
  const files = limitOf('open files')
  if (files < FILES) return `too few open files: ${files} are allowed and ${FILES} are needed: raise that limit (ulimit -n, LimitNOFILE=)`
  return null
}

const found = fault()
if (found !== null) {
  writeSync(2, `backhaul: ${found}\n`)
  process.exit(1)
}
