import { IntakePage } from '../intake/intake-page.tsx'
import { TASKS } from '../words.ts'
import { QuickScans } from './quick-scans.tsx'
import { TaskPicker, useFacility, useTask } from './task-picker.tsx'

/** A facility: one task for every scan, or the parcel first and then what to do with it. */
export const HandlerPage = () => {
  const [task, setTask] = useTask()
  const [facility, setFacility] = useFacility()
  const place = facility === '' ? {} : { facility }
  return (
    <>
      {task === 'look' ? <IntakePage tasks={TASKS.handler} place={place} /> : <QuickScans key={task} kind={task} place={place} />}
      <TaskPicker task={task} onTask={setTask} facility={facility} onFacility={setFacility} />
    </>
  )
}
