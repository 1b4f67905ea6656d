import type { ReportWork } from '../imports/importer.ts'
import type { Service } from '../service/service.ts'
import { Folder } from './folder.ts'
import { Inbox } from './inbox.ts'
import { Report } from './report.ts'

/** What the importer does about reports, and between them about what they left open. */
export const reportWork = (service: Service): ReportWork => {
  const inbox = new Inbox(service)
  const folder = new Folder(service)
  return {
    work: async (id, isStopped) => {
      await new Report(service, id).work(isStopped)
      await inbox.pass(isStopped)
    },
    rest: async (isStopped) => {
      await inbox.pass(isStopped)
      await folder.pass()
    },
  }
}
