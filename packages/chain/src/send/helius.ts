import type { Address } from '@tern/core'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** Where Helius' Sender takes tips, all ten. */
export const heliusTipAccounts = [
  '4ACfpUFoaSD9bfPdeu6DBt89gB6ENTeHBXCAi87NhDEE',
  'D2L6yPZ2FmmmTKPgzaMKdhu6EWZcTpLy1Vhx8uvZe7NZ',
  '9bnz4RShgq1hAnLnZbP8kbgBg1kEmcJBYQq3gQbmnSta',
  '5VY91ws6B2hMmBFRsXkoAAdsPHBJwRfBht4DXox3xkwn',
  '2nyhqdwKcJZR2vcqCyrYsaPVdAnFoJjiksCXJ7hfEYgD',
  '2q5pghRs6arqVjRvT5gfgWfWcHWmw1ZuCzphgd5KfWGJ',
  'wyvPkWjVZz1M8fHQnMMCDTQDbkManefNNhweYk5WkcF',
  '3KCKozbAaF75qEU33jtzozcJ29yJuaLJTy2jFdzUY8bT',
  '4vieeGHPYPG2MmyPRcYjdiDmmhN3ww7hsFNap8pVN3Ey',
  '4TQLFNWK8AovT1gFvda5jfw2oJeRMKEmw7aH6MGBJ3or',
] as readonly string[] as readonly Address[]

/** Its regions, which speak http only: for servers. A page takes `providerTable.helius.fromPage`. */
const endpoints = [
  'http://slc-sender.helius-rpc.com',
  'http://ewr-sender.helius-rpc.com',
  'http://lon-sender.helius-rpc.com',
  'http://fra-sender.helius-rpc.com',
  'http://ams-sender.helius-rpc.com',
  'http://sg-sender.helius-rpc.com',
  'http://tyo-sender.helius-rpc.com',
]

/**
 * Helius' Sender (`/fast`), which takes only transactions that tip it and set a compute-unit price. `key`: allows more a
 * second, sent as `api-key` in the query; it works without, and to the regions it would go over plain http.
 */
export function heliusProvider(settings: ProviderSettings = {}): EndpointProvider {
  const call = sendTransactionCalls()
  const query: Readonly<Record<string, string>> = settings.key ? { 'api-key': settings.key } : {}
  return httpProvider(
    'helius',
    { endpoints, tipAccounts: heliusTipAccounts, ...settings },
    {
      submit: encoded => ({ path: '/fast', query, body: call(encoded) }),
      signatureOf: resultOf,
      probe: { path: '/ping' },
    },
  )
}
