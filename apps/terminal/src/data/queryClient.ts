import { QueryClient } from '@tanstack/react-query'

/** The page's only cache of answers. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: 2, retryDelay: attempt => 500 * 2 ** attempt } },
})
