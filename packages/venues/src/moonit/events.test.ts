import { type Address, decodeBase64, encodeBase58, tokenProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../test/currentPrice.ts'
import { addressNamed } from '../../test/encodedInstructions.ts'
import {
  moonitClock as clock,
  freshMoonitCurve,
  makeMoonitCurve,
  moonitCurve,
  moonitMint,
} from '../../test/moonitPools.ts'
import { readEvents } from '../read.ts'
import { encodeBuy, encodeSell, moonit, program, readEvent } from './index.ts'
import { readInstructionEvent, tokenMintLayout, tradeEventLayout } from './internal.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const trader = key(8)

/** The event of a buy on mainnet: exactly 5,430.576418647 tokens for 1,639,908 lamports and their fees. */
const recorded =
  'vdt/007mYe5XD5Rn8AQAAOQFGQAAAAAAbyYAAAAAAACgGQAAAAAAAAAGZYutIlwKL4hMgKVUfMrwNkmY1Lx+bGF8yTqY+mFm7CM5km+SaKcGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAc/9l+YGhwgMeWNsZs3HFBi8RjvPXd5tjX5Jv9YfHhgWAAUAAAB0cmFkZQ=='
const recordedMint = '3cBFsM1wosTJi9yun6kcHhYHyJcut1MNQY28zjC4moon' as Address

function instructionOf(side: 'buy' | 'sell', curve: Address, mint: Address) {
  const accounts = {
    ...{ sender: trader, sender_token_account: key(9), curve_account: curve, curve_token_account: key(10) },
    ...{ dex_fee: key(11), helio_fee: key(12), mint },
  }
  const amounts = { tokens: 1n, lamports: 2n, fixed: 'exactIn' } as const
  const { accounts: metas = [], data } = (side === 'buy' ? encodeBuy : encodeSell)(accounts, amounts)
  return { program, accounts: metas.map(({ address }) => address), data: Uint8Array.from(data ?? []) }
}

describe('readEvent', () => {
  it('reads a buy of mainnet, with the fees in its input', async () => {
    const curve = '4CYhuDhT4c9ATZpJceoQG8Du4vCjf5ZKvxsyXpJoVub4' as Address
    const logs = [`Program ${program} invoke [1]`, `Program data: ${recorded}`, `Program ${program} success`]
    const instructions = [instructionOf('buy', key(3), key(4)), instructionOf('buy', curve, recordedMint)]
    expect(await readEvents(program, { logs, instructions })).toEqual([
      {
        ...{ kind: 'trade', protocol: 'moonit', pool: curve, mintIn: wrappedNativeMint, mintOut: recordedMint },
        ...{ amountIn: 1_639_908n + 9_839n + 6_560n, amountOut: 5_430_576_418_647n },
        trader: 'Ezug1uk7oTEULvBcXCngdZuJDmZ8Ed2TKY4oov4GmLLm',
      },
    ])
    expect(await readEvents(program, { logs, instructions: [] })).toEqual([])
    await expect(readEvent(decodeBase64(recorded).subarray(0, 100), instructions, {})).rejects.toMatchObject({
      code: 'layout/wrongSize',
    })
  })

  it.each([0, 1, 2, 3])(
    'adds the price after a trade on a curve of type %i, without the fees of a sale',
    async type => {
      const sold = 10n ** 17n
      const state = { ...freshMoonitCurve, curve_type: type, curve_amount: freshMoonitCurve.total_supply - sold }
      const event = tradeEventLayout.encode({
        ...{ amount: 5n * 10n ** 12n, collateral_amount: 1_000_000n, dex_fee: 6_000n, helio_fee: 4_000n },
        ...{ allocation: sold, curve: moonitCurve, cost_token: wrappedNativeMint, sender: trader, type: 1 },
      })
      const { address, accounts } = makeMoonitCurve({ state })
      // The curve has traded since.
      const later = makeMoonitCurve({ state: { ...state, curve_amount: state.curve_amount - 10n ** 15n } })
      const read = await readEvent(event, [instructionOf('sell', moonitCurve, moonitMint)], {
        readAccounts: async () => later.accounts,
      })
      expect(read).toEqual({
        ...{ kind: 'trade', protocol: 'moonit', pool: moonitCurve, mintIn: moonitMint, mintOut: wrappedNativeMint },
        ...{ amountIn: 5n * 10n ** 12n, amountOut: 990_000n, trader },
        priceAfter: currentPriceOf(moonit.open(address, accounts), moonitMint, clock),
      })
    },
  )

  it('has no price if the curve is gone', async () => {
    const named = [instructionOf('buy', '4CYhuDhT4c9ATZpJceoQG8Du4vCjf5ZKvxsyXpJoVub4' as Address, recordedMint)]
    const read = await readEvent(decodeBase64(recorded), named, { readAccounts: async () => new Map() })
    expect(read?.kind).toBe('trade')
    expect(read).not.toHaveProperty('priceAfter')
    expect(await readEvent(new Uint8Array(200), named, {})).toBeUndefined()
  })
})

describe('readInstructionEvent', () => {
  const accounts = (count: number) => Array.from({ length: count }, (_, i) => addressNamed(String(i)))
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

  /** Sent on mainnet. */
  const launched = hex(
    '032ca4b87b0df5b30800000047616d6573746f700400000024474d454400000068747470733a2f2f63646e2e64657873637265656e65722e636f6d2f636d732f746f6b656e732f6d657461646174612f55676e4e766179684175384b3937616f543342380900000064a7b3b6e00d010000000000000000000000',
  )

  it('reads a launch of mainnet', () => {
    const named = accounts(11)
    expect(readInstructionEvent({ program, accounts: named, data: launched })).toEqual({
      ...{ kind: 'launch', protocol: 'moonit', pool: named[2], mint: named[3], tokenProgram, creator: named[0] },
      ...{ name: 'Gamestop', symbol: '$GME', timestampSeconds: undefined },
      uri: 'https://cdn.dexscreener.com/cms/tokens/metadata/UgnNvayhAu8K97aoT3B8',
    })
    const { decimals, amount, curve_type, migration_target } = tokenMintLayout.decode(launched)
    expect([decimals, amount, curve_type, migration_target]).toEqual([9, 10n ** 18n, 1, 0])
    expect(readInstructionEvent({ program, accounts: named, data: launched.subarray(0, 30) })).toBeUndefined()
  })

  it('reads the end of a curve from the move of its funds', () => {
    const named = accounts(12)
    expect(readInstructionEvent({ program, accounts: named, data: hex('2ae50ae7bd3ec1ae') })).toEqual({
      ...{ kind: 'completion', protocol: 'moonit', pool: named[2], mint: named[5] },
    })
  })
})
