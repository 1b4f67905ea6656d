import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { Icon } from '../../design/icon.tsx'
import { onLetter } from '../../design/on-letter.ts'
import { useWedge } from '../../shared/use-wedge.ts'
import { useFilters, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { type Choice, choicesOf } from './choices.ts'
import { keepRecent, readRecent } from './recent.ts'
import { optionId, Suggestions } from './suggestions.tsx'
import { canSuggest, useSuggestions } from './use-suggestions.ts'

const addressOf = (text: string): string => `/console/search?q=${encodeURIComponent(text)}`

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus to the box on / and Ctrl K. */
const useShortcuts = (box: RefObject<HTMLInputElement | null>) =>
  useLayoutEffect(() => {
    const focus = (event: Event) => {
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    const stopLetters = onLetter((event, isScan) => {
      // A scanned web address contains slashes too, but must not move the focus.
      if (event.key === '/' && !isScan) focus(event)
    })
    const listen = (event: globalThis.KeyboardEvent) => {
      // With Shift, browsers have other commands at this key. With Caps Lock it is a capital letter.
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return
      if (!document.querySelector('dialog[open]')) focus(event)
    }
    addEventListener('keydown', listen)
    return () => {
      stopLetters()
      removeEventListener('keydown', listen)
    }
  }, [box])

/**
 * One search box for numbers and names. Results appear while someone types, and Enter opens the best match. A code from a keyboard scanner
 * starts a search wherever the focus is.
 */
export const SearchBox = ({ box }: { box: RefObject<HTMLInputElement | null> }) => {
  const go = useGo()
  const id = useId()
  const { session } = useCurrentSession()
  const [{ q = '' }] = useFilters()
  const [text, setText] = useState(q)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<{ of: string; index: number } | null>(null)
  const [isHurried, setHurried] = useState(false)
  const wanted = text.trim()
  const { found, of, problem } = useSuggestions(isOpen ? text : '')
  const isReady = of === wanted && (found !== null || problem !== null)
  const choices = wanted === '' ? (isOpen ? readRecent(session.id) : []) : choicesOf(found?.data ?? [], isOperators(session))
  // Other results have other records at the same place.
  const active = marked?.of === of ? marked.index : -1
  const close = () => {
    setOpen(false)
    setMarked(null)
    setHurried(false)
  }
  const find = (asked: string) => {
    if (asked.trim() === '') return
    close()
    setText('')
    go(addressOf(asked.trim()))
  }
  const choose = (choice: Choice) => {
    keepRecent(session.id, choice)
    close()
    setText('')
    box.current?.blur()
    go(choice.address)
  }
  const openBest = () => {
    const best = choices[Math.max(0, active)]
    if (best && (wanted !== '' || active >= 0)) choose(best)
    else find(text)
  }
  useWedge(box, (scanned) => {
    // An open dialog must stay open until the user answers it.
    if (!document.querySelector('dialog[open]')) find(scanned)
  })
  useShortcuts(box)
  // Enter came before the results.
  useEffect(() => {
    if (isHurried && isReady) openBest()
  })
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // Nothing is listed after Escape.
      if (!isOpen) find(text)
      else if (active >= 0 || isReady || !canSuggest(wanted)) openBest()
      else setHurried(true)
    } else if (event.key === 'Escape') {
      if (isOpen) event.preventDefault()
      close()
    } else if (step !== undefined && !isOpen) {
      event.preventDefault()
      setOpen(true)
    } else if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setMarked({ of, index: (active + step + choices.length + (active < 0 && step < 0 ? 1 : 0)) % choices.length })
    }
  }
  const hasChoices = isOpen && choices.length > 0
  const isAsked = isOpen && canSuggest(wanted)
  const told = !isAsked ? '' : (problem ?? (!isReady ? 'Searching…' : choices.length === 0 ? `Nothing has “${wanted}”.` : ''))
  return (
    <search>
      <form
        className="search"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          find(text)
        }}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
      >
        <label htmlFor={id} className="unseen">
          Find by any number or name
        </label>
        <input
          ref={box}
          id={id}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasChoices}
          aria-controls={hasChoices ? `${id}-list` : undefined}
          aria-activedescendant={hasChoices && active >= 0 ? optionId(`${id}-list`, active) : undefined}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-keyshortcuts="/ Control+K"
          placeholder="Search"
          value={text}
          onFocus={() => setOpen(true)}
          onKeyDown={press}
          onChange={({ target }) => {
            setText(target.value)
            setOpen(true)
            setMarked(null)
            setHurried(false)
          }}
        />
        <button type="submit" className="bare" aria-label="Find">
          <Icon name="search" />
        </button>
        {/* Screen readers announce changes only of what was there before. */}
        <p role="status" className="unseen">
          {told === '' && isAsked ? `${choices.length} results` : told}
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the list must not take the focus from the box */}
        <div className="found" hidden={!hasChoices && !isAsked} onMouseDown={(event) => event.preventDefault()}>
          {wanted === '' && choices.length > 0 && <p>Opened last</p>}
          {choices.length > 0 && <Suggestions id={`${id}-list`} choices={choices} active={active} onChoose={choose} />}
          <p aria-hidden="true">{told}</p>
          {found?.fragments === false && wanted !== '' && <p>Names are found by the beginning of a word only.</p>}
          {wanted !== '' && (
            <button type="submit" className="bare all">
              All results with this number
            </button>
          )}
        </div>
      </form>
    </search>
  )
}
