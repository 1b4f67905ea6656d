import { type Code, shortCode } from './read-code.ts'

/** What happened, and what to do now. */
export interface Advice {
  title: string
  remedy: string
}

type Problem = Extract<Code, { kind: 'problem' }>

/** Of a code that cannot be a parcel's: each says something else, because each is put right in another way. */
export const adviceOf = ({ problem, text, carrier }: Problem): Advice => {
  switch (problem) {
    case 'empty':
      return { title: 'Nothing was read', remedy: 'Scan the label again, or type the number under its bars.' }
    case 'half':
      return {
        title: 'Only a part of the code was read',
        remedy: 'Hold the scanner so that the whole code is in view and scan again, or type all of the number under the bars.',
      }
    case 'damaged':
      return {
        title: 'The code was misread',
        remedy: 'One of its characters is wrong. Smooth the label and scan again, or scan the other code on the label.',
      }
    case 'double':
      return { title: 'Two codes were read as one', remedy: 'Scan one parcel at a time and wait for the sound between them.' }
    case 'product':
      return {
        title: 'This is the barcode of the goods',
        remedy: 'Look for the return label or the QR on the sender’s phone, and scan that.',
      }
    case 'carrier':
      return {
        title: `This is a label of ${carrier}`,
        remedy: `It belongs to another network. Scan our label instead; without one, send the parcel to a counter of ${carrier}.`,
      }
    case 'web':
      return { title: 'This QR is a web address', remedy: 'Ask the sender for the QR of the return itself; it is on their return page.' }
    case 'foreign':
      return {
        title: 'This is not one of our codes',
        remedy: `We read “${shortCode(text)}”. Look for another code on the parcel; if there is none, do not take it in.`,
      }
  }
}

/** Of a code that could be ours, and that the service does not know. */
export const UNKNOWN: Advice = {
  title: 'No parcel has this code',
  remedy:
    'It was read correctly, but nobody announced it to us. Ask the sender for the confirmation of the return; do not take the parcel in.',
}
