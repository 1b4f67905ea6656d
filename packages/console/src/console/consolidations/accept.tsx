import type { Consolidation } from '@backhaul/client'
import { useState } from 'react'
import { Field } from '../../design/field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { errorAt, errorOutside, errorWithin } from '../forms/errors.ts'
import { Asked } from '../frame/asked.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, type CountForm, countedIds, differenceOf, EMPTY, NOTHING, numbersOf, restOf } from './count.ts'
import { MemberCounts } from './member-counts.tsx'
import { MemberDifference } from './member-difference.tsx'
import { isExpected, pieces } from './words.ts'

/** Says, before the form is sent, whether the count adds up. */
const sumWords = (rest: number | null, expected: number): string => {
  if (rest === null) return `${pieces(expected)} expected.`
  if (rest === 0) return 'The count adds up.'
  const differs = rest < 0 ? `${pieces(-rest)} fewer were counted` : `${pieces(rest)} more were counted`
  return `${differs} than entered below. Enter the difference for a member, or as unattributed pieces.`
}

const FIELDS = ['/piece_count_received', '/accepted_by', '/counts', '/unattributed', '/surplus_numbers']

/** The form for the count of all parcels, and for the members whose count differs from the expected one. */
export const Accept = ({ consolidation }: { consolidation: Consolidation }) => {
  const { id, members, piece_count } = consolidation
  const { run, isRunning, error } = useCommand()
  const [form, setForm] = useState(EMPTY)
  const [sent, setSent] = useState<string[]>([])
  const [isOpen, setOpen] = useState(false)
  const entryOf = (member: string) => form.members[member] ?? NOTHING
  const set = (part: Partial<CountForm>) => setForm({ ...form, ...part })
  const setEntry = (member: string, part: Partial<typeof NOTHING>) =>
    set({ members: { ...form.members, [member]: { ...entryOf(member), ...part } } })
  const submit = async () => {
    setSent(countedIds(members, form))
    // The error may be in a collapsed section.
    if ((await run('POST', `/v2/ops/consolidations/${id}/accept`, bodyOf(members, form))) === null) setOpen(true)
  }
  const errorOf = (member: string): string | null => (sent.includes(member) ? errorWithin(error, `/counts/${sent.indexOf(member)}`) : null)
  const rest = restOf(members, form)
  const isOver = (Number(form.unattributed) || 0) > 0
  const others = members.filter((member) => isExpected(member) && differenceOf(member, entryOf(member.id)) !== null)
  return (
    <section aria-labelledby="count">
      <h2 id="count">Count and accept</h2>
      <CommandForm
        className="wide"
        action="Accept the consolidation"
        isRunning={isRunning}
        error={errorOutside(error, FIELDS)}
        onSubmit={submit}
      >
        <Field
          label="Pieces counted in total"
          isNumber
          isRequired
          value={form.total}
          error={errorAt(error, '/piece_count_received')}
          onChange={(total) => set({ total })}
        />
        <p role="status" className={rest !== null && rest !== 0 ? 'tone warn' : undefined}>
          {sumWords(rest, piece_count)}
        </p>
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>The count differs from what was expected</summary>
          <MemberCounts members={members} entryOf={entryOf} errorOf={errorOf} onCount={(member, count) => setEntry(member, { count })} />
          {others.map((member) => (
            <MemberDifference
              key={member.id}
              member={member}
              entry={entryOf(member.id)}
              difference={differenceOf(member, entryOf(member.id)) ?? 0}
              onChange={(part) => setEntry(member.id, part)}
            />
          ))}
          <Field
            label="Unattributed pieces"
            help="Use a minus sign for missing pieces. Partners are not notified."
            isNumber
            value={form.unattributed}
            error={errorAt(error, '/unattributed')}
            onChange={(unattributed) => set({ unattributed })}
          />
          {isOver && (
            <Field
              label="Numbers of the extra pieces"
              help={`One number per line. The numbers appear under unmatched scans. Entered: ${numbersOf(form.surplus).length}.`}
              isLong
              value={form.surplus}
              error={errorWithin(error, '/surplus_numbers')}
              onChange={(surplus) => set({ surplus })}
            />
          )}
        </details>
        <Field
          label="Accepted by, if not you"
          maxLength={100}
          value={form.accepted_by}
          error={errorAt(error, '/accepted_by')}
          onChange={(accepted_by) => set({ accepted_by })}
        />
      </CommandForm>
    </section>
  )
}

/** Cancels the consolidation before the count, after a confirmation. */
export const Cancel = ({ consolidation: { id } }: { consolidation: Consolidation }) => (
  <Asked
    title="Cancel this consolidation?"
    label="Cancel the consolidation"
    act={(run) => run('POST', `/v2/ops/consolidations/${id}/cancel`)}
  >
    <p>Its tenders and sweeps do not change and can join another consolidation. A canceled consolidation cannot be restored.</p>
  </Asked>
)
