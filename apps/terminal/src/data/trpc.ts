import type { AppRouter } from '@tern/server/appRouter'
import { createTRPCClient, httpBatchLink } from '@trpc/client'

/** The server takes so many procedures in one request. */
const maxItems = 20

/** The server's procedures, batched over HTTP. What goes on happening comes by the stream. */
export const trpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc', maxItems })] })
