import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Address, associatedTokenAddress, tokenProgram } from '@tern/core'
import { poolAddress, program } from '@tern/venues/pumpAmm'
import { encodeInitUserVolumeAccumulator, userVolumeAccumulatorAddress } from '@tern/venues/pumpAmm/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AmmCase, ammCases, bytesOf, openAmmCase } from '../src/ammPools.ts'
import { proves } from '../src/evidence.ts'
import { k, key } from '../src/pumpCurves.ts'
import { pumpSwapSdk, pumpSwapSdkName } from '../src/pumpSwapSdk.ts'
import { bn } from '../src/sdk.ts'

const { PUMP_AMM_SDK, OFFLINE_PUMP_AMM_PROGRAM } = pumpSwapSdk
const evidence = proves('pumpamm')
const user = k(21)
type State = Parameters<typeof PUMP_AMM_SDK.buyInstructions>[0]
type Bn = Parameters<typeof PUMP_AMM_SDK.buyInstructions>[1]
const amountOf = (value: bigint) => bn(value) as unknown as Bn
const words = fc.bigInt(1n, 2n ** 40n)
const one = { numerator: 1n, denominator: 1n }

const plain = ({ programAddress, accounts = [], data }: Instruction) => ({
  program: programAddress,
  accounts: accounts.map(({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`),
  data: Buffer.from(data ?? []).toString('hex'),
})
const sdkPlain = ({ programId, keys, data }: TransactionInstruction) => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey.toBase58()} ${isSigner} ${isWritable}`),
  data: Buffer.from(data).toString('hex'),
})
/** The SDK's instructions of the program itself, without its instructions for the trader's accounts. */
const ofProgram = (list: readonly TransactionInstruction[]) =>
  list.filter(({ programId }) => programId.toBase58() === program).map(sdkPlain)

/** The SDK's state of a case, for a trader who has both accounts. */
async function sdkState(of: AmmCase, base: Address, quote: Address): Promise<State> {
  const { state } = of
  const bytes = bytesOf(of)
  const info = (data: Uint8Array, owner: Address) => ({ data: Buffer.from(data), owner: key(owner) })
  const token = (owner: Address) => info(new Uint8Array(165), owner)
  const read = info as unknown as (data: Uint8Array, owner: Address) => Parameters<typeof PUMP_AMM_SDK.decodePool>[0]
  const address = await poolAddress(state.index, state.creator, state.base_mint, state.quote_mint)
  return {
    globalConfig: PUMP_AMM_SDK.decodeGlobalConfig(read(bytes.config, program)),
    feeConfig: PUMP_AMM_SDK.decodeFeeConfig(read(bytes.fees, program)),
    poolKey: key(address),
    poolAccountInfo: info(bytes.pool, program),
    pool: PUMP_AMM_SDK.decodePool(read(bytes.pool, program)),
    poolBaseAmount: amountOf(of.baseAmount),
    poolQuoteAmount: amountOf(of.quoteAmount),
    baseTokenProgram: key(of.baseProgram),
    quoteTokenProgram: key(tokenProgram),
    baseMint: key(state.base_mint),
    baseMintAccount: { supply: of.supply },
    user: key(user),
    userBaseTokenAccount: key(base),
    userQuoteTokenAccount: key(quote),
    userBaseAccountInfo: token(of.baseProgram),
    userQuoteAccountInfo: token(tokenProgram),
  } as unknown as State
}

async function tradersOf({ state, baseProgram }: AmmCase) {
  const [base, quote] = await Promise.all([
    associatedTokenAddress(user, state.base_mint, baseProgram),
    associatedTokenAddress(user, state.quote_mint, tokenProgram),
  ])
  return { base, quote }
}
const prices = {
  fees: [],
  filled: 'whole' as const,
  currentPrice: one,
  executionPrice: one,
  priceImpact: one,
  computeUnits: 1,
}

describe(`instructions of ${pumpSwapSdkName}`, () => {
  it('are Tern’s', evidence(`${pumpSwapSdkName}, instructions`), async () => {
    await fc.assert(
      fc.asyncProperty(ammCases, words, words, async (of, first, second) => {
        const pool = await openAmmCase(of)
        const [baseToken, quoteToken] = pool.tokens
        const { base, quote } = await tradersOf(of)
        const state = await sdkState(of, base, quote)
        const swap = async (side: 'buy' | 'sell', mode: 'exactIn' | 'exactOut') => {
          const [tokenIn, tokenOut] =
            side === 'buy' ? [quoteToken.mint, baseToken.mint] : [baseToken.mint, quoteToken.mint]
          const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [quote, base] : [base, quote]
          const request = mode === 'exactIn' ? { tokenIn, exactIn: first } : { tokenIn, exactOut: first }
          const amounts = mode === 'exactIn' ? [first, second] : [second, first]
          const [amountIn = 0n, amountOut = 0n] = amounts
          const parties = { owner: user, payer: user, tokenAccountIn, tokenAccountOut }
          const made = { request, tokenIn, tokenOut, amountIn, amountOut, ...prices }
          return (await pool.swap(made, second, { ...parties, pick: () => 0 })).map(plain)
        }
        const buy = ofProgram(await PUMP_AMM_SDK.buyInstructions(state, amountOf(first), amountOf(second)))
        expect(await swap('buy', 'exactOut')).toEqual(buy)
        const sale = ofProgram(await PUMP_AMM_SDK.sellInstructions(state, amountOf(first), amountOf(second)))
        expect(await swap('sell', 'exactIn')).toEqual(sale)
        const saleFor = ofProgram(await PUMP_AMM_SDK.sellInstructions(state, amountOf(second), amountOf(first)))
        expect(await swap('sell', 'exactOut')).toEqual(saleFor)

        // The SDK cannot build `buy_exact_quote_in`. Its interface description gives it the accounts of a `buy`.
        const [trade, ...before] = (await swap('buy', 'exactIn')).reverse()
        const { coder } = OFFLINE_PUMP_AMM_PROGRAM
        const args = { spendableQuoteIn: amountOf(first), minBaseAmountOut: amountOf(second), trackVolume: { 0: true } }
        const data = coder.instruction.encode('buyExactQuoteIn', args).toString('hex')
        expect([...before, trade]).toEqual([...buy.slice(0, -1), { ...buy.at(-1), data }])
      }),
      { numRuns: 300 },
    )
  })

  it('open a trader’s volume accumulator as Tern does', async () => {
    const accumulator = await userVolumeAccumulatorAddress(user)
    const theirs = await OFFLINE_PUMP_AMM_PROGRAM.methods
      .initUserVolumeAccumulator()
      .accountsPartial({ payer: key(user), user: key(user) })
      .instruction()
    expect(plain(encodeInitUserVolumeAccumulator(user, accumulator))).toEqual(sdkPlain(theirs))
  })

  it('name the same accounts for buy_exact_quote_in as for buy', () => {
    const named = (name: string) => OFFLINE_PUMP_AMM_PROGRAM.idl.instructions.find(one => one.name === name)?.accounts
    expect(named('buyExactQuoteIn')).toEqual(named('buy'))
    expect(named('buy')).toHaveLength(23)
    expect(new PublicKey(program).toBase58()).toBe(program)
  })
})
