import type { ScanKind } from '@backhaul/client'
import { IntakePage } from '../intake/intake-page.tsx'
import { TASKS } from '../words.ts'
import { facilityFault, useFacilities } from './facilities.ts'
import { QuickScans } from './quick-scans.tsx'
import { TaskPicker, useFacility, useTask } from './task-picker.tsx'

/** The page for a facility. Either every scan runs the same command, or each scan shows the parcel and its commands first. */
export const HandlerPage = () => {
  const [task, setTask] = useTask()
  const [facility, setFacility] = useFacility()
  const facilities = useFacilities()
  const place = facility === '' ? {} : { facility }
  const faultOf = (kind: ScanKind | null) => facilityFault(kind, facility, facilities)
  return (
    <>
      {task === 'look' ? (
        <IntakePage tasks={TASKS.handler} place={place} faultOf={faultOf} />
      ) : (
        <QuickScans key={task} kind={task} place={place} faultOf={faultOf} />
      )}
      <TaskPicker task={task} onTask={setTask} facility={facility} facilities={facilities} onFacility={setFacility} />
    </>
  )
}
