import { useState } from 'react'

export const useCopy = (text: string) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return { isCopied, copy }
}

/** A button that copies text. There is no button on pages without HTTPS, because browsers give them no access to the clipboard. */
export const Copy = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const { isCopied, copy } = useCopy(text)
  if (!navigator.clipboard) return null
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>{' '}
      <span role="status">{isCopied && 'Copied.'}</span>
    </>
  )
}
