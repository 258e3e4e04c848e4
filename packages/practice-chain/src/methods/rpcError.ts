import { TernError } from '@tern/core'

/** The error codes of a Solana node: JSON-RPC's own and the node's (`rpc-client-api/src/custom_error.rs`). */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  blockCleanedUp: -32001,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  slotSkipped: -32007,
  noSnapshot: -32008,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const

/**
 * The error of a refused call, for the client.
 * @param data in the node's own format.
 */
export function rpcError(
  code: keyof typeof rpcCodes,
  message: string,
  data?: Readonly<Record<string, unknown>> | string,
): TernError<'practice/refused'> {
  return new TernError('practice/refused', {
    code: rpcCodes[code],
    message,
    ...(data === undefined ? {} : { data }),
  })
}
