import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useCopy } from './copy.tsx'

interface Secret {
  label: string
  value: string
}

const Field = ({ label, value }: Secret) => {
  const { isCopied, copy } = useCopy(value)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
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
        <input id={id} ref={field} readOnly value={value} onFocus={(event) => event.target.select()} />
        <button type="button" className="action" aria-label={`Copy: ${label}`} onClick={select}>
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
        <Field key={secret.label} {...secret} />
      ))}
    </div>
  )
}
