// Sounds that differ in melody, not only in pitch, so that they can be told apart in a noisy store. The browser generates them; there are
// no files.

export type Tone = 'success' | 'refused' | 'already' | 'kept'

/** The notes of each sound: hertz, start and end in seconds. */
const MELODIES: Readonly<Record<Tone, readonly (readonly [hertz: number, from_s: number, to_s: number])[]>> = {
  // Rising notes.
  success: [
    [660, 0, 0.09],
    [990, 0.1, 0.24],
  ],
  // A low, long note.
  refused: [[160, 0, 0.5]],
  // The same note three times.
  already: [
    [440, 0, 0.07],
    [440, 0.13, 0.2],
    [440, 0.26, 0.33],
  ],
  // One short note: the entry is stored on the device, and another sound will follow.
  kept: [[660, 0, 0.09]],
}
const VOLUME = 0.25
const MUTED = 'backhaul.counter.muted'

let audio: AudioContext | null = null

export const isMuted = (): boolean => localStorage.getItem(MUTED) === 'yes'
export const setMuted = (muted: boolean): void => localStorage.setItem(MUTED, muted ? 'yes' : 'no')

/**
 * Plays a sound if sound is on. Browsers play nothing before the user first touches the page, and some browsers lack WebAudio. Neither case
 * is an error.
 */
export const play = (tone: Tone): void => {
  if (isMuted() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume().catch(() => {})
  for (const [hertz, from_s, to_s] of MELODIES[tone]) {
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    oscillator.type = tone === 'refused' ? 'sawtooth' : 'sine'
    oscillator.frequency.value = hertz
    volume.gain.value = VOLUME
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(audio.currentTime + from_s)
    oscillator.stop(audio.currentTime + to_s)
  }
}
