import type { ScanKind } from '@backhaul/client'
import { useState } from 'react'
import { TASKS, WORDS } from '../words.ts'

/** What every scan does at once; `look` shows the parcel first. */
export type Task = ScanKind | 'look'

const TASK = 'backhaul.counter.task'
const FACILITY = 'backhaul.counter.facility'
const MOST_CODE = 50

/** A device at a belt does the same all day: its task and its facility are remembered. */
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
  onFacility: (facility: string) => void
}

export const TaskPicker = ({ task, onTask, facility, onFacility }: Props) => (
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
    <label htmlFor="facility">Code of this facility</label>
    <input
      id="facility"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={MOST_CODE}
      value={facility}
      onChange={(event) => onFacility(event.target.value.trim())}
    />
  </div>
)
