import type { ReactNode } from 'react'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { NetworkNav } from './network-nav.tsx'

/** A page of the network for operators only. A partner who opens its address sees an explanation. */
export const OperatorsOnly = ({ title, children }: { title: string; children: ReactNode }) => {
  const { session } = useCurrentSession()
  return (
    <>
      <NetworkNav />
      {isOperators(session) ? (
        children
      ) : (
        <>
          <h1>{title}</h1>
          <p>Only the operator of the network can see this page.</p>
        </>
      )}
    </>
  )
}
