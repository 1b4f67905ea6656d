import type { Service } from '../../service/service.ts'
import type { ReportWork } from '../imports/importer.ts'
import { Folder } from './folder.ts'
import { Inbox } from './inbox.ts'
import { Report } from './report.ts'

/**
 * Number of files that stay open between their time slices. If at most this many carriers have a long file, none is read again from its
 * beginning.
 */
const MAX_OPEN = 16

/** The part of the importer that handles reports. Between reports, it handles the inbox. */
export const reportWork = (service: Service): ReportWork => {
  const inbox = new Inbox(service)
  const folder = new Folder(service)
  /** Reports in the order of their last time slice, longest ago first. */
  const open = new Map<string, Report>()
  const work = async (id: string, isOver: () => boolean): Promise<boolean> => {
    const report = open.get(id) ?? new Report(service, id)
    open.delete(id)
    let hasEnded = true
    try {
      hasEnded = await report.work(isOver)
    } finally {
      if (hasEnded) await report.close()
    }
    if (hasEnded) return true
    open.set(id, report)
    for (const [oldest, one] of open) {
      if (open.size <= MAX_OPEN) break
      open.delete(oldest)
      await one.close()
    }
    return false
  }
  return {
    work: async (id, isOver) => {
      if (!(await work(id, isOver))) return false
      // The report is finished, even if the following pass over the inbox fails.
      await inbox.pass(isOver).catch((err) => service.log.error({ err }, 'checking the inbox of unmatched scans failed'))
      return true
    },
    takeFiles: (isStopped) => folder.pass(isStopped),
    rest: (isStopped) => inbox.pass(isStopped),
  }
}
