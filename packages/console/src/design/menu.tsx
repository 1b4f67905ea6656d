import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react'

interface Props {
  /** The content of the button. */
  button: ReactNode
  className?: string
  opener?: RefObject<HTMLButtonElement | null>
  /** Buttons, links and texts. */
  children: ReactNode
}

const GAP_PX = 4
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A button that opens a list of commands below it. A choice, Escape and a click elsewhere close the list. Arrow keys move in it. */
export const Menu = ({ button, className, opener: given, children }: Props) => {
  const id = useId()
  const own = useRef<HTMLButtonElement>(null)
  const opener = given ?? own
  const list = useRef<HTMLDivElement>(null)
  const place = () => {
    const [from, shown] = [opener.current?.getBoundingClientRect(), list.current]
    if (!from || !shown) return
    const left = Math.min(from.left, document.documentElement.clientWidth - shown.offsetWidth - GAP_PX)
    const isBelow = from.bottom + GAP_PX + shown.offsetHeight <= innerHeight
    shown.style.left = `${Math.max(GAP_PX, left)}px`
    shown.style.top = `${isBelow ? from.bottom + GAP_PX : Math.max(GAP_PX, from.top - GAP_PX - shown.offsetHeight)}px`
  }
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('a, button:not(:disabled)') ?? [])]
    const isField = (event.target as HTMLElement).matches('input, select, textarea')
    if (step === undefined || stops.length === 0 || isField) return
    event.preventDefault()
    const at = stops.indexOf(document.activeElement as HTMLElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move the focus between the controls inside
    <div className="menu" onKeyDown={(event) => list.current?.matches(':popover-open') && move(event)}>
      <button type="button" ref={opener} className={className} popoverTarget={id}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the click of a control inside also closes the list */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the controls inside */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu-list"
        onToggle={place}
        onClick={({ target }) => (target as HTMLElement).closest('a, button') && list.current?.hidePopover()}
      >
        {children}
      </div>
    </div>
  )
}
