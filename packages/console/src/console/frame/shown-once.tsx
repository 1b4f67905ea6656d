import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

interface Secret {
  label: string
  value: string
}

const Field = ({ label, value }: Secret) => {
  const [copied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const copy = async () => {
    field.current?.select()
    // Without https a browser has no clipboard for pages: the text is selected, and a key copies it.
    if (!navigator.clipboard) return
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input id={id} ref={field} readOnly value={value} onFocus={(event) => event.target.select()} />
        <button type="button" className="action" aria-label={`Copy: ${label}`} onClick={copy}>
          Copy
        </button>
      </div>
      <p role="status">{copied ? 'Copied.' : ''}</p>
    </div>
  )
}

/** The one time that something can be seen. The focus goes there. */
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
