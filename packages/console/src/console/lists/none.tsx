import type { ReactNode } from 'react'
import { Empty } from '../../design/empty.tsx'
import { useFilters } from '../frame/address.ts'

interface Props {
  /** For example "shipment". */
  what: string
  /** Says where the first record comes from. */
  children: ReactNode
}

/** Shown instead of a list without rows: why there are none, and what to do about it. */
export const None = ({ what, children }: Props) => {
  const [filters] = useFilters()
  if (Object.keys(filters).length > 0) return <Empty title={`No ${what} matches these filters.`} />
  return <Empty title={`There is no ${what} yet.`}>{children}</Empty>
}
