import { useEffect, useRef, useState } from 'react'
import { type Detector, openDetector } from './detector.ts'

/** Pause between two reads of the camera image: short enough that nobody waits, long enough for a cheap phone. */
const PAUSE_MS = 120
/** A code that stays in view, or returns within this time, counts only once. */
const SAME_MS = 3_000

interface Props {
  onScan: (text: string) => void
  onClose: () => void
}

const openCamera = async (): Promise<MediaStream> => {
  if (!navigator.mediaDevices) throw new Error('The camera works only over https. Type the code, or use a scanner.')
  const wanted = { facingMode: 'environment', width: { ideal: 1_920 }, height: { ideal: 1_080 } }
  return navigator.mediaDevices.getUserMedia({ video: wanted, audio: false }).catch((error: DOMException) => {
    if (error.name === 'NotAllowedError') {
      throw new Error('This page is not allowed to use the camera. Allow the camera next to the page’s address, or type the code.')
    }
    throw new Error('No camera is available. Close other programs that use the camera, or type the code.')
  })
}

/** Reads codes until it is stopped. A code that stays in view is reported only once. */
const look = async (video: HTMLVideoElement, detector: Detector, isStopped: () => boolean, onScan: (text: string) => void) => {
  let last = { text: '', at_ms: Number.NEGATIVE_INFINITY }
  while (!isStopped()) {
    // The barcode and the QR code of one label identify the same parcel, so one of them is enough.
    const text = (await detector.read(video))[0]
    if (isStopped()) return
    const now = performance.now()
    if (text !== undefined) {
      if (text !== last.text || now - last.at_ms > SAME_MS) onScan(text)
      last = { text, at_ms: now }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** The camera image. Codes are read from it until it is closed. */
export const Camera = ({ onScan, onClose }: Props) => {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onScan)
  latest.current = onScan
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let stopped = false
    let stream: MediaStream | null = null
    let detector: Detector | null = null
    const stop = () => {
      stopped = true
      for (const track of stream?.getTracks() ?? []) track.stop()
      detector?.close()
    }
    const start = async () => {
      stream = await openCamera()
      detector = await openDetector()
      const element = video.current
      if (stopped || !element) return stop()
      element.srcObject = stream
      await element.play()
      await look(
        element,
        detector,
        () => stopped,
        (text) => latest.current(text),
      )
    }
    start().catch((error: Error) => {
      if (!stopped) setFault(error.message)
    })
    return stop
  }, [])
  return (
    <section className="camera" aria-label="Camera">
      {fault === null ? (
        <>
          <video ref={video} playsInline muted />
          <p>Hold the code in front of the camera.</p>
        </>
      ) : (
        <p className="notice refused" role="alert">
          {fault}
        </p>
      )}
      <button type="button" onClick={onClose}>
        Close the camera
      </button>
    </section>
  )
}
