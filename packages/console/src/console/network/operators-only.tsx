import { NetworkNav } from './network-nav.tsx'

/** A part of the network that partners have no page for, opened by its address. */
export const OperatorsOnly = ({ title }: { title: string }) => (
  <>
    <NetworkNav />
    <h1>{title}</h1>
    <p>These are kept by the network's operator, and its people see them.</p>
  </>
)
