import { useLocation } from '@tanstack/react-router'
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

/** The page of a record that is still loading or failed to load. It links to the list, whose address is that of the page without the id. */
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
      {error instanceof LineLost && <p className="soft">The page tries again automatically.</p>}
    </>
  )
}
