import type { AppRouter } from '@tern/server/appRouter'
import { createTRPCClient, httpBatchLink } from '@trpc/client'

/** The server accepts this many procedures in a request. */
const maxItems = 20

/** The server's procedures, batched over HTTP. Live data comes by the stream. */
export const trpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc', maxItems })] })
