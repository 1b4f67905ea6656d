import type { NewConsoleLink } from '@backhaul/client'
import { useEffect, useRef, useState } from 'react'
import { Time } from '../../../shared/time.tsx'

/** The one time that a link can be seen. */
export const MadeLink = ({ link }: { link: NewConsoleLink }) => {
  const [copied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    field.current?.select()
    // Without https a browser has no clipboard for pages: the text is selected, and a key copies it.
    if (!navigator.clipboard) return
    await navigator.clipboard.writeText(link.url)
    setCopied(true)
  }
  return (
    <div className="notice good">
      <h3 ref={heading} tabIndex={-1}>
        The link for <bdi>{link.name}</bdi>
      </h3>
      <p>
        Send it to nobody else. It works once, until <Time at={link.expires_at} />, and is not shown again.
      </p>
      <div className="row">
        <input ref={field} readOnly value={link.url} aria-label="Sign-in link" onFocus={(event) => event.target.select()} />
        <button type="button" className="action" onClick={copy}>
          Copy
        </button>
      </div>
      <p role="status">{copied ? 'Copied.' : ''}</p>
    </div>
  )
}
