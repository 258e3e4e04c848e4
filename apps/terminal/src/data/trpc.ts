import type { AppRouter } from '@tern/server/appRouter'
import { createTRPCClient, httpBatchLink } from '@trpc/client'

/** The server's procedures, batched over HTTP. What goes on happening comes by the stream. */
export const trpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc' })] })
