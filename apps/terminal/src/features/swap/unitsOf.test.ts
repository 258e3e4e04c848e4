import type { SwapQuote } from '@tern/client'
import { type Address, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { inSol } from '../../text/numberText.ts'
import { mintsOf, unitsOf } from './unitsOf.ts'

const [stock, plain, listed] = [
  '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  '5xQmLnzVnBtmzYzSrXb1eJSW4tq7dY5wdTwJTYvw9aTe',
] as Address[] as [Address, Address, Address]
const pool = (...mints: readonly Address[]) => ({ pool: { tokens: mints.map(mint => ({ mint, decimals: 6 })) } })
const quote = {
  route: { paths: [{ hops: [pool(wrappedNativeMint, stock), pool(stock, plain)] }, { hops: [pool(listed, stock)] }] },
} as unknown as SwapQuote

it('lists the mints of a route, each once, without SOL', () => {
  expect(mintsOf(quote)).toEqual([stock, plain, listed])
  expect(mintsOf(undefined)).toEqual([])
})

it('scales the amounts of a token in the middle of a route, as wallets do', () => {
  const scale = { kind: 'scaled', multiplier: 10 } as const
  const kite = { mint: listed, symbol: 'KITE', decimals: 9, scale: undefined }
  const unit = unitsOf(quote, [kite], new Map([[stock, { decimals: 6, scale }]]))
  expect(unit(stock)).toEqual({ symbol: '7xKX…gAsU', decimals: 6, scale })
  expect(unit(plain)).toEqual({ symbol: '9WzD…AWWM', decimals: 6, scale: undefined })
  expect(unit(listed)).toEqual(kite)
  expect(unit(wrappedNativeMint)).toMatchObject({ symbol: 'SOL', ...inSol })
})
