import { useId, useLayoutEffect, useRef } from 'react'
import { DayField } from '../../design/day-field.tsx'
import { Field } from '../../design/field.tsx'
import { Fact } from '../facts.tsx'
import { errorAt, errorWithin } from './errors.ts'
import type { Row, RowField } from './row-values.ts'

interface Props {
  /** For example "Holidays". */
  title: string
  /** The singular in a sentence, for example "holiday". */
  one: string
  /** The path of the rows in the body, such as /holidays. */
  path: string
  fields: readonly RowField[]
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  error: unknown
  /** Returns a hint about missing input. The service accepts the input without it. */
  hint?: (row: Row, field: string) => string | undefined
  /** The initial values of a new row. */
  blank?: Row['values']
}

/** A list of field groups, such as the holidays of a calendar. Rows can be added, changed and removed. */
export const Rows = ({ title, one, path, fields, rows, onChange, error, hint, blank = {} }: Props) => {
  const about = useId()
  const box = useRef<HTMLElement>(null)
  const wanted = useRef<string | null>(null)
  // When a row is added, the focus moves to it. When a row is removed, the focus must not be lost.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const found = box.current?.querySelectorAll<HTMLElement>(wanted.current)
    found?.[found.length - 1]?.focus()
    wanted.current = null
  })
  const add = () => {
    wanted.current = '.set > .field:first-child :is(input, select)'
    onChange([...rows, { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, values: blank }])
  }
  const remove = (key: number) => {
    wanted.current = '.add'
    onChange(rows.filter((row) => row.key !== key))
  }
  const ofAll = errorAt(error, path)
  // Shown once instead of in each row, because there may be hundreds of rows.
  const helps = fields.filter(({ help }) => help !== undefined)
  return (
    <section ref={box} aria-label={title}>
      <h3>{title}</h3>
      {helps.length > 0 && (
        <dl className="soft" id={about}>
          {helps.map(({ name, label, help }) => (
            <Fact key={name} name={label}>
              {help}
            </Fact>
          ))}
        </dl>
      )}
      {ofAll !== null && (
        <p className="wrong" role="alert">
          {title}: {ofAll}
        </p>
      )}
      {rows.map((row, i) => {
        const { key, values } = row
        const own = errorAt(error, `${path}/${i}`)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset scrolls by itself, and these are many
          <div key={key} role="group" aria-label={`${one} ${i + 1}`} aria-describedby={about} className="set">
            {fields.map(({ isDay, ...field }) => {
              const Input = isDay ? DayField : Field
              return (
                <Input
                  key={field.name}
                  {...field}
                  help={hint?.(row, field.name)}
                  value={values[field.name] ?? ''}
                  error={errorWithin(error, `${path}/${i}/${field.name}`)}
                  onChange={(text) =>
                    onChange(rows.map((other) => (other === row ? { key, values: { ...values, [field.name]: text } } : other)))
                  }
                />
              )
            })}
            <button type="button" aria-label={`Remove ${one} ${i + 1}`} onClick={() => remove(key)}>
              Remove
            </button>
            {own !== null && <p className="wrong">{own}</p>}
          </div>
        )
      })}
      <button type="button" className="add" onClick={add}>
        Add {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
      </button>
    </section>
  )
}
