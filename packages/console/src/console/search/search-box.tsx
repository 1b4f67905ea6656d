import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useWedge } from '../../shared/use-wedge.ts'
import { useFilters, useGo } from '../frame/address.ts'
import { onLetter } from '../frame/on-letter.ts'

const addressOf = (text: string): string => `/console/search?q=${encodeURIComponent(text)}`

/**
 * One search box for every kind of identifier. The key / moves the focus to it. A code from a keyboard scanner starts a search wherever the
 * focus is.
 */
export const SearchBox = () => {
  const go = useGo()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
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
    [],
  )
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
          aria-keyshortcuts="/"
          placeholder="Any number, or a scan"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">Find</button>
      </form>
    </search>
  )
}
