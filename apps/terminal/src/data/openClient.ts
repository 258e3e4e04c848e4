import { type Client, createClient } from '@tern/client'
import { parseAddress } from '@tern/core'

/** The exchange client over this server's own gateway and relayer. A chunk of its own: pages paint before it has loaded. */
export function openClient(feeWallet: string | null): Client {
  return createClient({
    rpc: `${location.origin}/rpc`,
    relayer: `${location.origin}/api/spot/relayer`,
    ...(feeWallet === null ? {} : { feeWallet: parseAddress(feeWallet) }),
  })
}
