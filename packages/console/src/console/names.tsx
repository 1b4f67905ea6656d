// What people call a record, instead of its id. Only rows in sight are there, so few records are read, and each once in a while.
import type { Partner, Shipment } from '@backhaul/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../shared/api.ts'
import { Go } from './frame/address.ts'
import { useCurrentSession } from './frame/session.tsx'

const STALE_MS = 300_000

const useRecord = <Answer,>(path: string): Answer | undefined => {
  const { ended } = useCurrentSession()
  const read = { queryKey: [path], enabled: !ended, staleTime: STALE_MS }
  return useQuery({ ...read, queryFn: ({ signal }) => request<Answer>('GET', path, { signal }) }).data
}

/** The id is for programs and for support. Without https a browser has no clipboard for pages, and it is shown. */
export const CopyId = ({ id, of }: { id: string; of: string }) => {
  const [isCopied, setCopied] = useState(false)
  if (!navigator.clipboard) return <code>{id}</code>
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <button type="button" className="small copy" title={id} onClick={copy}>
      {isCopied ? 'Copied' : 'Copy id'}
      <span className="unseen"> of {of}</span>
    </button>
  )
}

export const ShipmentName = ({ id }: { id: string }) => {
  const name = useRecord<Shipment>(`/v2/shipments/${id}`)?.tracking ?? 'Shipment'
  return (
    <>
      <Go to={`/console/shipments/${id}`}>{name}</Go> <CopyId id={id} of={name} />
    </>
  )
}

/** Operators only see whose something is. `to`: its own page unless said. */
export const PartnerName = ({ id, to = `/console/partners/${id}` }: { id: string; to?: string }) => {
  const name = useRecord<Partner>(`/v2/ops/partners/${id}`)?.name ?? 'Partner'
  return (
    <>
      <Go to={to}>
        <bdi>{name}</bdi>
      </Go>{' '}
      <CopyId id={id} of={name} />
    </>
  )
}
