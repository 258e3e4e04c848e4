import type { Address } from '@tern/core'
import { httpProvider, type ProviderSettings } from './httpProvider.ts'
import { resultOf, sendTransactionCalls } from './jsonRpc.ts'
import type { EndpointProvider } from './provider.ts'

/** Where 0slot takes tips: 21 of its 22 accounts are public, and these are they. */
export const zeroSlotTipAccounts = [
  '6fQaVhYZA4w3MBSXjJ81Vf6W1EDYeUPXpgVQ6UQyU1Av',
  '4HiwLEP2Bzqj3hM2ENxJuzhcPCdsafwiet3oGkMkuQY4',
  '7toBU3inhmrARGngC7z6SjyP85HgGMmCTEwGNRAcYnEK',
  '8mR3wB1nh4D6J9RUCugxUpc6ya8w38LPxZ3ZjcBhgzws',
  '6SiVU5WEwqfFapRuYCndomztEwDjvS5xgtEof3PLEGm9',
  'TpdxgNJBWZRL8UXF5mrEsyWxDWx9HQexA9P1eTWQ42p',
  'D8f3WkQu6dCF33cZxuAsrKHrGsqGP2yvAHf8mX6RXnwf',
  'GQPFicsy3P3NXxB5piJohoxACqTvWE9fKpLgdsMduoHE',
  'Ey2JEr8hDkgN8qKJGrLf2yFjRhW7rab99HVxwi5rcvJE',
  '4iUgjMT8q2hNZnLuhpqZ1QtiV8deFPy2ajvvjEpKKgsS',
  '3Rz8uD83QsU8wKvZbgWAPvCNDU6Fy8TSZTMcPm3RB6zt',
  'DiTmWENJsHQdawVUUKnUXkconcpW4Jv52TnMWhkncF6t',
  'HRyRhQ86t3H4aAtgvHVpUJmw64BDrb61gRiKcdKUXs5c',
  '7y4whZmw388w1ggjToDLSBLv47drw5SUXcLk6jtmwixd',
  'J9BMEWFbCBEjtQ1fG5Lo9kouX1HfrKQxeUxetwXrifBw',
  '8U1JPQh3mVQ4F5jwRdFTBzvNRQaYFQppHQYoH38DJGSQ',
  'Eb2KpSC8uMt9GmzyAEm5Eb1AAAgTjRaXWFjKyFXHZxF3',
  'FCjUJZ1qozm1e8romw216qyfQMaaWKxWsuySnumVCCNe',
  'ENxTEjSQ1YabmUpXAdCgevnHQ9MHdLv8tzFiuiYJqa13',
  '6rYLG55Q9RpsPGvqdPNJs4z5WTxJVatMB8zV3WJhs5EK',
  'Cix2bHfqPcKcM233mzxbLk14kSggUUiz2A87fJtGivXr',
] as readonly string[] as readonly Address[]

const endpoints = [
  'https://ny.0slot.trade',
  'https://de.0slot.trade',
  'https://ams.0slot.trade',
  'https://jp.0slot.trade',
  'https://la.0slot.trade',
]

/** 0slot. `key`: sent as `api-key` in the query, `anti-mev=true` beside it when protection from front-runners is asked for. */
export function zeroSlotProvider(settings: ProviderSettings & { readonly key: string }): EndpointProvider {
  const call = sendTransactionCalls()
  const query = { 'api-key': settings.key }
  return httpProvider(
    '0slot',
    { endpoints, tipAccounts: zeroSlotTipAccounts, ...settings },
    {
      submit: (encoded, isProtected) => ({
        path: '/',
        query: isProtected ? { ...query, 'anti-mev': 'true' } : query,
        body: call(encoded),
      }),
      signatureOf: resultOf,
      probe: { path: '/health', body: {} },
    },
  )
}
