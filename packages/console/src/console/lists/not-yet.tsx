import { useLocation } from '@tanstack/react-router'
import { LineLost } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { Go } from '../frame/address.ts'

interface Props {
  /** "Claim" */
  title: string
  /** "claims" */
  others: string
  error: unknown
}

/** A page of one record before it is there: that it comes, or what went wrong, and the way to its list, whose address is that of the page without the id. */
export const NotYet = ({ title, others, error }: Props) => {
  const list = useLocation({ select: ({ pathname }) => pathname.replace(/\/[^/]*$/, '') })
  return (
    <>
      <p className="back">
        <Go to={list}>All {others}</Go>
      </p>
      <h1>{title}</h1>
      {!error && <p role="status">One moment.</p>}
      <Problem error={error} />
      {error instanceof LineLost && <p className="soft">It is tried again by itself.</p>}
    </>
  )
}
