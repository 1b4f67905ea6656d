import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { showPage } from '../shared/page.tsx'
import '../design/components.css'
import './console.css'
import './frame/frame.css'
import '../design/table.css'
import { foldAsKept } from './frame/navigation.tsx'
import { router } from './frame/router.tsx'
import { WHO_IS_SIGNED_IN } from './frame/use-session.ts'
import { delayOf, worthAnother } from './live/waiting.ts'

// Use the network mode `always`: browsers may report that they are offline although the service is reachable.
const queries = { retry: worthAnother, retryDelay: delayOf, staleTime: 2_000, networkMode: 'always' } as const
const client = new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } })

foldAsKept()
void client.prefetchQuery(WHO_IS_SIGNED_IN)
showPage(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
