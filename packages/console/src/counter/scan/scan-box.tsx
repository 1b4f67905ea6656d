import { type FormEvent, type RefObject, useState } from 'react'
import { Camera } from '../camera/camera.tsx'

interface Props {
  /** Lets the page return the focus to the box. */
  box: RefObject<HTMLInputElement | null>
  label: string
  onScan: (text: string) => void
}

/**
 * On a phone, the keyboard would cover the page whenever the box gets the focus. Therefore the keyboard opens only when the user touches
 * the box.
 */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** The only input for codes: typed, from a scanner, or from the camera. */
export const ScanBox = ({ box, label, onScan }: Props) => {
  const [text, setText] = useState('')
  const [isTyping, setTyping] = useState(!isTouch())
  const [isCameraOpen, setCameraOpen] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setText('')
    onScan(text)
  }
  return (
    <>
      <form className="scan-box" onSubmit={submit}>
        <label htmlFor="scan">{label}</label>
        <div className="row">
          <input
            id="scan"
            ref={box}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPointerDown={() => setTyping(true)}
            inputMode={isTyping ? 'text' : 'none'}
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={500}
          />
          <button type="submit" className="go">
            Go
          </button>
          <button type="button" aria-expanded={isCameraOpen} onClick={() => setCameraOpen(!isCameraOpen)}>
            Camera
          </button>
        </div>
      </form>
      {isCameraOpen && <Camera onScan={onScan} onClose={() => setCameraOpen(false)} />}
    </>
  )
}
