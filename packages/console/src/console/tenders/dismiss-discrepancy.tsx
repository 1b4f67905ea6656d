import type { Tender } from '@backhaul/client'
import { useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'

const MAX_LETTERS = 500

/** Records why the difference does not need to be resolved. */
export const DismissDiscrepancy = ({ tender }: { tender: Tender }) => {
  const { run, isRunning, error } = useCommand()
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const confirm = async () => {
    const done = await run('POST', `/v2/tenders/${tender.id}/dismiss-discrepancy`, { note: note.trim() })
    if (done !== null) setAsking(false)
  }
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Dismiss with a note
      </button>
      {isAsking && (
        <Confirm
          title="Dismiss this difference?"
          action="Dismiss"
          isRunning={isRunning}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          <p>The tender is removed from the list in Today. Your name and the note remain on this page. This cannot be undone.</p>
          <TextField label="Note" required rows={3} dir="auto" maxLength={MAX_LETTERS} value={note} onChange={setNote} />
          <Problem error={error} />
        </Confirm>
      )}
    </>
  )
}
