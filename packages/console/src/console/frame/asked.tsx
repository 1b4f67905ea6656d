import { type ReactNode, useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'

interface Props {
  /** For example "Cancel this tender?" */
  title: string
  /** The label of the button. */
  label: string
  /** The label of the button in the dialog; `label` by default. */
  action?: string
  act: (run: ReturnType<typeof useCommand>['run']) => Promise<unknown>
  /** Describes the effect and says that it cannot be undone. */
  children: ReactNode
}

/** A command that cannot be undone, behind a button that asks for confirmation first. */
export const Asked = ({ title, label, action = label, act, children }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Problem error={error} />
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Confirm isDanger {...{ title, action, isRunning }} onConfirm={() => void act(run).finally(close)} onCancel={close}>
          {children}
        </Confirm>
      )}
    </>
  )
}
