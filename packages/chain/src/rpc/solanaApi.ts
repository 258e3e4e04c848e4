import type { Rpc, RpcTransport, SolanaRpcApi } from '@solana/kit'
import { createSolanaRpcApi } from '@solana/rpc-api'
import { createRpc } from '@solana/rpc-spec'
import { TernError } from '@tern/core'

/** As Kit's own clients are set up; a number that JavaScript would round is refused. */
const apiConfig = {
  defaultCommitment: 'confirmed',
  onIntegerOverflow({ methodName }: { readonly methodName: string }, _: readonly unknown[], value: bigint): never {
    throw new TernError('amount/outOfRange', { value: `${value} of ${methodName}` })
  },
} as const

const api = createSolanaRpcApi<SolanaRpcApi>(apiConfig)

/** Kit's RPC over `transport`, put together from the two parts that it takes. */
export const createSolanaRpc = (transport: RpcTransport): Rpc<SolanaRpcApi> => createRpc({ api, transport })
