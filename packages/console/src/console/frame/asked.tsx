import { type ReactNode, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'
import { Confirm } from './confirm.tsx'

interface Props {
  /** "Cancel this tender?" */
  title: string
  /** What the button says. */
  label: string
  /** What the button of the question says: the same unless said. */
  action?: string
  act: (run: ReturnType<typeof useCommand>['run']) => Promise<unknown>
  /** What it does, and that it cannot be undone. */
  children: ReactNode
}

/** A command behind a button that asks first. */
export const Asked = ({ title, label, action = label, act, children }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Problem error={error} />
      <button type="button" onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Confirm {...{ title, action, isRunning }} onConfirm={() => void act(run).finally(close)} onCancel={close}>
          {children}
        </Confirm>
      )}
    </>
  )
}
