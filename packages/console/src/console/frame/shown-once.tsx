import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useCopy } from './copy.tsx'

interface Secret {
  label: string
  value: string
}

interface CopiedProps extends Secret {
  /** The text has several lines. */
  isLong?: boolean
  /** The next key copies the text. */
  isFirst?: boolean
}

/** A text to be copied. */
export const Copied = ({ label, value, isLong, isFirst }: CopiedProps) => {
  const { isCopied, copy } = useCopy(value)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (isFirst) button.current?.focus()
  }, [isFirst])
  const shared = { id, ref: field, readOnly: true, value }
  const select = () => {
    field.current?.select()
    // Browsers give pages without HTTPS no access to the clipboard. The text is selected instead, so that the user can copy it with the
    // keyboard.
    if (navigator.clipboard) return copy()
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        {isLong ? <textarea rows={8} {...shared} /> : <input {...shared} onFocus={(event) => event.target.select()} />}
        <button type="button" ref={button} className="action" aria-label={`Copy: ${label}`} onClick={select}>
          Copy
        </button>
      </div>
      <p role="status">{isCopied && 'Copied.'}</p>
    </div>
  )
}

/** Shows secrets that can be seen only once. The focus moves to the heading. */
export const ShownOnce = ({ title, secrets, children }: { title: ReactNode; secrets: Secret[]; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div className="notice good">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      {secrets.map((secret) => (
        <Copied key={secret.label} {...secret} />
      ))}
    </div>
  )
}
