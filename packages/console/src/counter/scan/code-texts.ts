import { type CodeProblem, shortCode } from './read-code.ts'

/** What happened, and what to do now. */
export interface Advice {
  title: string
  remedy: string
}

const CARRIERS: Readonly<Record<string, string>> = {
  ups: 'UPS',
  usps: 'USPS',
  fedex: 'FedEx',
  dhl: 'DHL',
  amazon: 'Amazon',
  post: 'a postal service',
}

const adviceOnNetwork = (network: string): Advice => {
  if (network === 'product') {
    return {
      title: 'This is the bar code of a product',
      remedy: 'Scan the return label, or the QR on the sender’s phone.',
    }
  }
  if (network === 'link') {
    return { title: 'This QR is a web address', remedy: 'Ask the sender for the QR of the return. It is on their return page.' }
  }
  const carrier = CARRIERS[network] ?? 'another carrier'
  return {
    title: `This is a number of ${carrier}`,
    remedy: `The number belongs to another network. Scan our label instead. If the parcel has no such label, it belongs at a counter of ${carrier}.`,
  }
}

/** The advice for a code that does not belong to a parcel. Each problem has its own text, because each has a different remedy. */
export const adviceOf = (problem: CodeProblem, text: string): Advice => {
  switch (problem.problem) {
    case 'empty':
      return { title: 'Nothing was read', remedy: 'Scan the label again, or type the number under its bars.' }
    case 'half':
      return {
        title: 'Only part of the code was read',
        remedy: 'Hold the scanner so that the whole code is in view and scan again, or type the complete number under the bars.',
      }
    case 'damaged':
      return {
        title: 'The code was misread',
        remedy: 'One of its characters is wrong. Smooth the label and scan again, or scan the other code on the label.',
      }
    case 'double':
      return {
        title: 'Two codes were read as one',
        remedy: 'Scan one parcel at a time, and wait for the sound before you scan the next one.',
      }
    case 'network':
      return adviceOnNetwork(problem.network)
    case 'other':
      return {
        title: `This is the code of a ${problem.of}, not of a parcel`,
        remedy: 'Scan the label on the parcel, or the QR of its sender.',
      }
    case 'foreign':
      return {
        title: 'This is not one of our codes',
        remedy: `We read “${shortCode(text.trim())}”. Look for another code on the parcel. If there is none, do not take the parcel in.`,
      }
    case 'unknown':
      return {
        title: 'No parcel has this code',
        remedy:
          'The code was read correctly, but it was not announced to us. Ask the sender for the confirmation of the return. Do not take the parcel in.',
      }
  }
}

/** The advice for a code that only the service could look up, while the service cannot be reached. */
export const UNASKED: Advice = {
  title: 'This code cannot be looked up now',
  remedy: 'There is no connection, and this is not the code of one of our labels. Scan the bar code or the QR of the label.',
}
