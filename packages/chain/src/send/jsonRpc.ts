import type { ProviderFormat } from './httpProvider.ts'

/**
 * Creates a builder of JSON-RPC `sendTransaction` requests, numbered from 1. Most providers speak this format.
 *
 * @param more options to add to the common ones.
 */
export function sendTransactionCalls(more: Readonly<Record<string, string>> = {}) {
  let lastId = 0
  return (encodedTransaction: string) => ({
    jsonrpc: '2.0',
    id: ++lastId,
    method: 'sendTransaction',
    params: [encodedTransaction, { encoding: 'base64', skipPreflight: true, ...more, maxRetries: 0 }],
  })
}

/** Reads the `result` of a JSON-RPC answer. */
export const resultOf: ProviderFormat['signatureOf'] = ({ result }) => result
