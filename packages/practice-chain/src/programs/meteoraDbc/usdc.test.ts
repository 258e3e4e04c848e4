import { type Address, token2022Program, tokenProgram, usdcMint } from '@tern/core'
import type { Venue } from '@tern/venues'
import { meteoraDammV2 } from '@tern/venues/meteoraDammV2'
import { decodePoolConfig, decodeVirtualPool, meteoraDbc, poolAddress } from '@tern/venues/meteoraDbc'
import { encodeInitializePool, encodeMigrateDammV2 } from '@tern/venues/meteoraDbc/internal'
import { expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import { placeTerms } from '../../../test/dbc.ts'
import { openPoolOf, tradeOf } from '../../../test/launchlab.ts'
import { giveTokens, manyUnits } from '../../../test/pumpfun.ts'
import { placeQuoteMint } from '../../../test/quoteMint.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign } from '../../../test/transactions.ts'
import { createBank } from '../../bank/createBank.ts'
import type { Genesis } from '../../world/genesis.ts'
import { meteoraDbcToken } from './world/token.ts'

const sol = 1_000_000_000n

/** A chain with a curve in USDC on its own terms, and a user with SOL and a million USDC. */
async function launched() {
  const genesis: Genesis = new Map()
  await meteoraDbcToken.begin(genesis, 'usdc')
  placeQuoteMint(genesis, usdcMint)
  const bank = await createBank({ slotMs: 0, now: () => 1_790_000_000_000, genesis })
  const [user, mint, config] = [await newSigner(), await newSigner(), (await newSigner()).address]
  await bank.airdrop(user.address, 100n * sol)
  await giveTokens(bank, { owner: user.address, mint: usdcMint, amount: 10n ** 12n })
  placeTerms(bank, config, { quote_mint: usdcMint, fee_claimer: config })
  const land = async (signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: readonly Instruction[]) => {
    const result = await bank.submit(await sign(bank.latestBlockhash().blockhash, signers, [manyUnits, ...list]))
    const record = result.accepted ? bank.transaction(result.signature) : null
    expect(record?.err, record?.logs.join('\n')).toBe(null)
    await bank.tick()
  }
  const launch = await encodeInitializePool({
    ...{ config, creator: user.address, payer: user.address, baseMint: mint.address, baseProgram: token2022Program },
    ...{ quoteMint: usdcMint, quoteProgram: tokenProgram, name: 'Arctic Tern', symbol: 'TERN', uri: '' },
  })
  await land([user, mint], launch)
  return { bank, user, mint: mint.address, pool: await poolAddress(config, mint.address, usdcMint), land }
}
type Chain = Awaited<ReturnType<typeof launched>>

/** Trades without tolerance, and checks that the quote equals the moved amounts. */
async function trade({ bank, user, land }: Chain, pool: Address, venue: Venue, request: Parameters<typeof tradeOf>[3]) {
  const { quote, parties, instructions } = await tradeOf(
    bank,
    await openPoolOf(bank, pool, venue),
    user.address,
    request,
  )
  const accounts = [parties.tokenAccountIn, parties.tokenAccountOut]
  const before = accounts.map(account => amountIn(bank, account))
  await land([user], ...instructions)
  const moved = accounts.map((account, i) => amountIn(bank, account) - (before[i] ?? 0n))
  expect(moved).toEqual([-quote.amountIn, quote.amountOut])
  return quote
}

it('a curve in USDC pays and takes its quotes to the end, and its pool trades in USDC, too', async () => {
  const chain = await launched()
  const { bank, user, mint, pool, land } = chain
  const opened = () => openPoolOf(bank, pool, meteoraDbc)
  expect((await opened()).tokens.map(token => token.mint)).toEqual([mint, usdcMint])
  const buysAndSales = [
    { tokenIn: usdcMint, exactIn: 1_234_567_891n },
    { tokenIn: usdcMint, exactOut: 123_456_789n },
    { tokenIn: mint, exactIn: 7_654_321_987n },
    { tokenIn: mint, exactOut: 54_321n },
  ]
  for (const request of buysAndSales) await trade(chain, pool, meteoraDbc, request)
  const state = () => decodeVirtualPool(bank.account(pool)?.data ?? expect.fail('no curve'))
  const config = decodePoolConfig(bank.account(state().config)?.data ?? expect.fail('no terms'))
  const last = await trade(chain, pool, meteoraDbc, { tokenIn: usdcMint, exactIn: 500_000_000_000n })
  expect(last.filled).toBe('partial')
  expect(state().quote_reserve).toBe(config.migration_quote_threshold)
  const complete = await opened()
  expect(complete.curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })

  const position = await newSigner()
  const migration = await encodeMigrateDammV2({
    ...{ payer: user.address, pool, state: state(), config, firstPositionMint: position.address },
    ...{ baseProgram: token2022Program, quoteProgram: tokenProgram },
  })
  await land([user, position], migration)
  expect((await opened()).curve?.stage).toBe('migrated')
  const to = await complete.graduation?.()
  expect(to?.protocol).toBe('meteora_damm_v2')
  await bank.travel({ seconds: 60n })
  const grown = to?.address ?? expect.fail('no pool')
  for (const request of buysAndSales) await trade(chain, grown, meteoraDammV2, request)
})
