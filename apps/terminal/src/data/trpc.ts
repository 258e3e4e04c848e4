import type { AppRouter } from '@tern/server/appRouter'
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client'

const url = '/api/trpc'

/** The server's procedures: queries batched over HTTP, subscriptions as server-sent events. */
export const trpc = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: operation => operation.type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: httpBatchLink({ url }),
    }),
  ],
})
