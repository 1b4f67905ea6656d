import type { Scan } from '@backhaul/client'
import { useState } from 'react'
import { Time } from '../../shared/time.tsx'
import { plainWords } from '../words.ts'
import { DOCUMENTS } from './scan-words.ts'

interface Picture {
  id: string
  words: string
  at: string
}

const WORDS = { photo_document_id: 'Photo', pod_document_id: 'Proof of delivery' } as const

/** Returns the pictures that the scans refer to, each once. */
const picturesOf = (scans: readonly Scan[]): Picture[] => {
  const found = new Map<string, Picture>()
  for (const { kind, details, occurred_at } of scans) {
    for (const name of DOCUMENTS) {
      const id = details[name]
      if (typeof id === 'string') found.set(id, { id, words: `${WORDS[name]} from the scan "${plainWords(kind)}"`, at: occurred_at })
    }
  }
  return [...found.values()]
}

const Shown = ({ picture: { id, words, at } }: { picture: Picture }) => {
  const [isGone, setGone] = useState(false)
  const address = `/v2/documents/${encodeURIComponent(id)}`
  return (
    <figure className="evidence-picture">
      {isGone ? (
        <p className="soft">This picture cannot be shown.</p>
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={words} loading="lazy" onError={() => setGone(true)} />
        </a>
      )}
      <figcaption>
        {words}, <Time at={at} />
      </figcaption>
    </figure>
  )
}

/** Photos and documents attached to scans. */
export const Pictures = ({ scans }: { scans: readonly Scan[] }) => {
  const pictures = picturesOf(scans)
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">Photos and documents</h2>
      {pictures.length === 0 && <p className="soft">No scan has a picture.</p>}
      <div className="evidence-pictures">
        {pictures.map((picture) => (
          <Shown key={picture.id} picture={picture} />
        ))}
      </div>
    </section>
  )
}
