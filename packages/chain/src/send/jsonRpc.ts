import type { ProviderFormat } from './httpProvider.ts'

/** `sendTransaction` as JSON-RPC, numbered from 1: what most providers speak. `more`: options beyond those that all are given. */
export function sendTransactionCalls(more: Readonly<Record<string, string>> = {}) {
  let lastId = 0
  return (encodedTransaction: string) => ({
    jsonrpc: '2.0',
    id: ++lastId,
    method: 'sendTransaction',
    params: [encodedTransaction, { encoding: 'base64', skipPreflight: true, ...more, maxRetries: 0 }],
  })
}

/** The `result` of a JSON-RPC answer. */
export const resultOf: ProviderFormat['signatureOf'] = ({ result }) => result
