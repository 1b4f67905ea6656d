import { useLocation } from '@tanstack/react-router'
import { Skeleton } from '../../design/skeleton.tsx'
import { LineLost } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { Go } from '../frame/address.ts'

interface Props {
  /** For example "Claim". */
  title: string
  /** For example "claims". */
  others: string
  error: unknown
}

/**
 * The page shown while a record is loading or after it failed to load. It links to the list, whose address is the page's address without
 * the id.
 */
export const NotYet = ({ title, others, error }: Props) => {
  const list = useLocation({ select: ({ pathname }) => pathname.replace(/\/[^/]*$/, '') })
  return (
    <>
      <p className="back">
        <Go to={list}>All {others}</Go>
      </p>
      <h1>{title}</h1>
      {!error && <Skeleton />}
      <Problem error={error} />
      {error instanceof LineLost && <p className="soft">The page tries again automatically.</p>}
    </>
  )
}
