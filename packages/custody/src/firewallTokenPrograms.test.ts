import { type Address, associatedTokenAddress, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import { encodeSwapBaseInput, type SwapAccounts } from '@tern/venues/raydiumCpmm'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { address, mint, onCurve, plain, wallet } from '../test/trades.ts'

const read = (instruction: PlainInstruction, looked: readonly Address[] = []) =>
  readTrade(compileMessage(wallet, [instruction], { looked }).bytes, wallet, [])
const own = (of: Address, program: Address = tokenProgram) => associatedTokenAddress(wallet, of, program)
const [tokens, wrapped, onCurveTokens] = await Promise.all([
  own(mint),
  own(wrappedNativeMint),
  own(mint, token2022Program),
])
const swap = (change: Partial<SwapAccounts> = {}) =>
  plain(
    encodeSwapBaseInput(
      {
        ...{ payer: wallet, amm_config: address(45), pool_state: address(40), input_token_account: tokens },
        ...{ output_token_account: wrapped, input_vault: address(43), output_vault: address(44) },
        ...{ input_token_program: tokenProgram, output_token_program: tokenProgram },
        ...{ input_token_mint: mint, output_token_mint: wrappedNativeMint, observation_state: address(46), ...change },
      },
      9n,
      1n,
    ),
  )

describe('a trade’s token programs', () => {
  it('are in the message itself, because they receive the wallet', async () => {
    expect(await read(swap())).toMatchObject({ trades: [{ mintIn: mint }] })
    expect(await read(swap(), [tokenProgram])).toMatch(/lookup tables/)
    expect(await read(plain(encodeSell(onCurve(onCurveTokens), 5n, 5n, 'creator')), [token2022Program])).toMatch(
      /lookup tables/,
    )
  })

  it('must be known programs', async () => {
    const alien = address(77)
    const change = { input_token_program: alien, input_token_account: await own(mint, alien) }
    expect(await read(swap(change))).toMatch(/out of another account/)
  })
})

describe('the wallet’s account at a venue', () => {
  const parts = onCurve(onCurveTokens)
  const own = parts.user_volume_accumulator
  const buy = (change: Partial<typeof parts> = {}) => plain(encodeBuyExactSolIn({ ...parts, ...change }, 9n, 1n))

  it('may stand in a lookup table, but not as the mint, the pool or another part of the trade, too', async () => {
    expect(await read(buy(), [own])).toMatchObject({ trades: [{ mintOut: mint }] })
    for (const part of ['mint', 'bonding_curve', 'associated_user', 'token_program'] as const)
      expect(await read(buy({ [part]: own }), [own])).toMatch(/lookup tables/)
    for (const part of ['mint', 'bonding_curve'] as const)
      expect(await read(buy({ [part]: parts.creator_vault }), [parts.creator_vault])).toMatch(/lookup tables/)
  })
})

describe('a trade of a token for itself', () => {
  it('is refused, in SOL and in any other token', async () => {
    const inSol = { input_token_mint: wrappedNativeMint, input_token_account: wrapped }
    expect(await read(swap(inSol))).toBe('a trade of a token for itself')
    const inTokens = { output_token_mint: mint, output_token_account: tokens }
    expect(await read(swap(inTokens))).toBe('a trade of a token for itself')
  })
})
