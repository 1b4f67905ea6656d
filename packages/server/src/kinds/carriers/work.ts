import type { Service } from '../../service/service.ts'
import type { ReportWork } from '../imports/importer.ts'
import { Folder } from './folder.ts'
import { Inbox } from './inbox.ts'
import { Report } from './report.ts'

/** Files that stay open between their turns: as many carriers may have a long one at a time without any being read from its beginning again. */
const MOST_OPEN = 16

/** What the importer does about reports, and between them about what they left open. */
export const reportWork = (service: Service): ReportWork => {
  const inbox = new Inbox(service)
  const folder = new Folder(service)
  /** The one whose turn was longest ago comes first. */
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
      if (open.size <= MOST_OPEN) break
      open.delete(oldest)
      await one.close()
    }
    return false
  }
  return {
    work: async (id, isOver) => {
      if (!(await work(id, isOver))) return false
      // The report has ended, whatever becomes of the inbox.
      await inbox.pass(isOver).catch((err) => service.log.error({ err }, 'checking the inbox of unmatched scans failed'))
      return true
    },
    takeFiles: (isStopped) => folder.pass(isStopped),
    rest: (isStopped) => inbox.pass(isStopped),
  }
}
