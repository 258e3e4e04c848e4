import type { Address } from '@tern/core'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** Where Temporal's Nozomi takes tips, all 17. */
export const temporalTipAccounts = [
  'TEMPaMeCRFAS9EKF53Jd6KpHxgL47uWLcpFArU1Fanq',
  'noz3jAjPiHuBPqiSPkkugaJDkJscPuRhYnSpbi8UvC4',
  'noz3str9KXfpKknefHji8L1mPgimezaiUyCHYMDv1GE',
  'noz6uoYCDijhu1V7cutCpwxNiSovEwLdRHPwmgCGDNo',
  'noz9EPNcT7WH6Sou3sr3GGjHQYVkN3DNirpbvDkv9YJ',
  'nozc5yT15LazbLTFVZzoNZCwjh3yUtW86LoUyqsBu4L',
  'nozFrhfnNGoyqwVuwPAW4aaGqempx4PU6g6D9CJMv7Z',
  'nozievPk7HyK1Rqy1MPJwVQ7qQg2QoJGyP71oeDwbsu',
  'noznbgwYnBLDHu8wcQVCEw6kDrXkPdKkydGJGNXGvL7',
  'nozNVWs5N8mgzuD3qigrCG2UoKxZttxzZ85pvAQVrbP',
  'nozpEGbwx4BcGp6pvEdAh1JoC2CQGZdU6HbNP1v2p6P',
  'nozrhjhkCr3zXT3BiT4WCodYCUFeQvcdUkM7MqhKqge',
  'nozrwQtWhEdrA6W8dkbt9gnUaMs52PdAv5byipnadq3',
  'nozUacTVWub3cL4mJmGCYjKZTnE9RbdY5AP46iQgbPJ',
  'nozWCyTPppJjRuw2fpzDhhWbW355fzosWSzrrMYB1Qk',
  'nozWNju6dY353eMkMqURqwQEoM3SFgEKC6psLCSfUne',
  'nozxNBgWohjR75vdspfxR5H9ceC7XXH99xpxhVGt3Bb',
] as readonly string[] as readonly Address[]

const endpoints = [
  'https://pit1.nozomi.temporal.xyz',
  'https://ewr1.nozomi.temporal.xyz',
  'https://ams1.nozomi.temporal.xyz',
  'https://fra2.nozomi.temporal.xyz',
  'https://tyo1.nozomi.temporal.xyz',
  'https://sgp1.nozomi.temporal.xyz',
]

/** Temporal's Nozomi, which says nothing when it drops a transaction that tips too little. `key`: sent as `c` in the query. */
export function temporalProvider(settings: ProviderSettings & { readonly key: string }): EndpointProvider {
  const call = sendTransactionCalls()
  return httpProvider(
    'temporal',
    { endpoints, tipAccounts: temporalTipAccounts, ...settings },
    {
      submit: encoded => ({ path: '/', query: { c: settings.key }, body: call(encoded) }),
      signatureOf: resultOf,
      probe: { path: '/ping' },
    },
  )
}
