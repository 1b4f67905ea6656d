import { type FormEvent, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { Icon } from '../../design/icon.tsx'
import { onLetter } from '../../design/on-letter.ts'
import { useWedge } from '../../shared/use-wedge.ts'
import { useFilters, useGo } from '../frame/address.ts'

const addressOf = (text: string): string => `/console/search?q=${encodeURIComponent(text)}`

/**
 * One search box for every kind of identifier. The key / moves the focus to it. A code from a keyboard scanner starts a search wherever the
 * focus is.
 */
export const SearchBox = ({ box }: { box: RefObject<HTMLInputElement | null> }) => {
  const go = useGo()
  const id = useId()
  const [{ q = '' }] = useFilters()
  const [text, setText] = useState(q)
  const find = (wanted: string) => {
    if (wanted.trim() === '') return
    setText('')
    go(addressOf(wanted.trim()))
  }
  useWedge(box, (scanned) => {
    // An open dialog must stay open until the user answers it.
    if (!document.querySelector('dialog[open]')) find(scanned)
  })
  useLayoutEffect(
    () =>
      onLetter((event, isScan) => {
        // A scanned web address contains slashes too, but must not move the focus.
        if (event.key !== '/' || isScan) return
        event.preventDefault()
        box.current?.focus()
        box.current?.select()
      }),
    [box],
  )
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // With Shift, browsers have other commands at this key. With Caps Lock it is a capital letter.
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [box])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find(text)
  }
  return (
    <search>
      <form onSubmit={submit} className="search">
        <label htmlFor={id} className="unseen">
          Find by any number
        </label>
        <input
          ref={box}
          id={id}
          type="search"
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-keyshortcuts="/ Control+K"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="bare" aria-label="Find">
          <Icon name="search" />
        </button>
      </form>
    </search>
  )
}
