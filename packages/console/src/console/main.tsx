import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { LineLost, Refused } from '../shared/api.ts'
import { showPage } from '../shared/page.tsx'
import './console.css'
import { ConsolePage } from './console-page.tsx'

/** What the service refused is refused again; a lost line comes back. */
const worthAnother = (tries: number, error: Error): boolean =>
  tries < 2 && (error instanceof LineLost || (error instanceof Refused && error.status >= 500))

const client = new QueryClient({ defaultOptions: { queries: { retry: worthAnother, staleTime: 5_000 } } })

showPage(
  <QueryClientProvider client={client}>
    <ConsolePage />
  </QueryClientProvider>,
)
