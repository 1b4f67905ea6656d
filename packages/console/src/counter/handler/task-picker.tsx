import type { ScanFacility, ScanKind } from '@backhaul/client'
import { useState } from 'react'
import { TASKS, WORDS } from '../words.ts'

/** The command that every scan runs. `look` shows the parcel first. */
export type Task = ScanKind | 'look'

const TASK = 'backhaul.counter.task'
const FACILITY = 'backhaul.counter.facility'

/** Stores the task and the facility of a device, because a device at a conveyor belt does the same task all day. */
const useRemembered = (key: string, initial: string): readonly [string, (value: string) => void] => {
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? initial)
  return [
    value,
    (next) => {
      localStorage.setItem(key, next)
      setValue(next)
    },
  ]
}

export const useTask = (): readonly [Task, (task: Task) => void] => {
  const [task, setTask] = useRemembered(TASK, 'look')
  return [TASKS.handler.find((kind) => kind === task) ?? 'look', setTask]
}

export const useFacility = (): readonly [string, (facility: string) => void] => useRemembered(FACILITY, '')

interface Props {
  task: Task
  onTask: (task: Task) => void
  facility: string
  /** Null if the facilities were never loaded on this device. */
  facilities: readonly ScanFacility[] | null
  onFacility: (facility: string) => void
}

export const TaskPicker = ({ task, onTask, facility, facilities, onFacility }: Props) => {
  const isKnown = facilities?.some(({ code }) => code === facility)
  return (
    <div className="task-picker">
      <fieldset>
        <legend>What does a scan do?</legend>
        {(['look', ...TASKS.handler] as const).map((kind) => (
          <label key={kind} className="choice">
            <input type="radio" name="task" value={kind} checked={task === kind} onChange={() => onTask(kind)} />
            {kind === 'look' ? 'Show the parcel' : WORDS[kind].label}
          </label>
        ))}
      </fieldset>
      <label htmlFor="facility">Facility</label>
      <select
        id="facility"
        value={facility}
        aria-invalid={facility !== '' && isKnown === false}
        aria-describedby="facility-help"
        onChange={(event) => onFacility(event.target.value)}
      >
        <option value="">None (on the road)</option>
        {facility !== '' && !isKnown && <option value={facility}>{facility}</option>}
        {facilities?.map(({ code, name, city }) => (
          <option key={code} value={code}>
            {name}, {city} ({code})
          </option>
        ))}
      </select>
      <p id="facility-help" className="soft">
        {facilities === null
          ? 'The list of facilities has not loaded yet.'
          : 'The place where parcels arrive and are sorted. Drivers need no facility.'}
      </p>
    </div>
  )
}
