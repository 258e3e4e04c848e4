import { AccountRole, type Instruction } from '@solana/instructions'
import { type Address, associatedTokenAddress, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import golden from '../../fixtures/pumpfun/goldenInstructions.json' with { type: 'json' }
import { sharingConfigAddress } from '../pumpFees/index.ts'
import { bondingCurveV2Address, userVolumeAccumulatorAddress } from './addresses.ts'
import { bondingCurveAddress, creatorVaultAddress, encodeBuyV2, encodeSellV2, type TradeV2Accounts } from './index.ts'
import {
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeSell,
  type TradeAccounts,
} from './tradeInstructions.ts'

const user = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9' as Address
const mint = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu' as Address
const creator = golden.creator as Address
const feeRecipient = '62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV' as Address
const buyback = '5YxQFdt3Tr9zJLvkFccqXVUwhdTWJQc1fFg2YPbxvxeD' as Address
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
const [amount, quoteAmount] = [1_000_000_000n, 50_000_000n]

async function accounts(program: Address): Promise<TradeAccounts> {
  const curve = await bondingCurveAddress(mint)
  return {
    fee_recipient: feeRecipient,
    mint,
    bonding_curve: curve,
    associated_bonding_curve: await associatedTokenAddress(curve, mint, program),
    associated_user: await associatedTokenAddress(user, mint, program),
    user,
    token_program: program,
    creator_vault: await creatorVaultAddress(creator),
    user_volume_accumulator: await userVolumeAccumulatorAddress(user),
    bonding_curve_v2: await bondingCurveV2Address(mint),
    buyback_fee_recipient: buyback,
  }
}

async function v2Accounts(quote: Address): Promise<TradeV2Accounts> {
  const [curve, vault, accumulator] = await Promise.all([
    bondingCurveAddress(mint),
    creatorVaultAddress(creator),
    userVolumeAccumulatorAddress(user),
  ])
  const inBase = (owner: Address) => associatedTokenAddress(owner, mint, token2022Program)
  const inQuote = (owner: Address) => associatedTokenAddress(owner, quote, tokenProgram)
  return {
    base_mint: mint,
    quote_mint: quote,
    base_token_program: token2022Program,
    quote_token_program: tokenProgram,
    fee_recipient: feeRecipient,
    associated_quote_fee_recipient: await inQuote(feeRecipient),
    buyback_fee_recipient: buyback,
    associated_quote_buyback_fee_recipient: await inQuote(buyback),
    bonding_curve: curve,
    associated_base_bonding_curve: await inBase(curve),
    associated_quote_bonding_curve: await inQuote(curve),
    user,
    associated_base_user: await inBase(user),
    associated_quote_user: await inQuote(user),
    creator_vault: vault,
    associated_creator_vault: await inQuote(vault),
    sharing_config: await sharingConfigAddress(mint),
    user_volume_accumulator: accumulator,
    associated_user_volume_accumulator: await inQuote(accumulator),
  }
}

const asVector = ({ accounts = [], data }: Instruction) => ({
  keys: accounts.map(({ address, role }) => [
    address,
    role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER,
    role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER,
  ]),
  data: Buffer.from(data ?? []).toString('hex'),
})

describe('trading instructions', () => {
  it('are the official client’s, byte for byte and account for account', async () => {
    const plain = await accounts(tokenProgram)
    const vectors = golden.instructions
    expect(asVector(encodeBuy(plain, amount, quoteAmount))).toEqual(vectors['pump.buy legacy SPL'])
    expect(asVector(encodeBuy(await accounts(token2022Program), amount, quoteAmount))).toEqual(
      vectors['pump.buy legacy Token-2022'],
    )
    expect(asVector(encodeSell(plain, amount, quoteAmount, 'creator'))).toEqual(vectors['pump.sell legacy'])
    expect(asVector(encodeSell(plain, amount, quoteAmount, 'seller'))).toEqual(vectors['pump.sell legacy cashback'])
    const inSol = await v2Accounts(wrappedNativeMint)
    expect(asVector(encodeBuyV2(inSol, amount, quoteAmount))).toEqual(vectors['pump.buy_v2 SOL'])
    expect(asVector(encodeSellV2(inSol, amount, quoteAmount))).toEqual(vectors['pump.sell_v2 SOL'])
    expect(asVector(encodeBuyV2(await v2Accounts(usdc), amount, quoteAmount))).toEqual(vectors['pump.buy_v2 USDC'])
  })

  it('name the same accounts whichever side of a buy is exact', async () => {
    const [plain, inUsdc] = [await accounts(tokenProgram), await v2Accounts(usdc)]
    expect(encodeBuyExactSolIn(plain, 5n, 6n).accounts).toEqual(encodeBuy(plain, 5n, 6n).accounts)
    expect(encodeBuyExactQuoteInV2(inUsdc, 5n, 6n).accounts).toEqual(encodeBuyV2(inUsdc, 5n, 6n).accounts)
    expect(asVector(encodeBuyExactSolIn(plain, 5n, 6n)).data).toBe('38fc74089edfcd5f0500000000000000060000000000000001')
    expect(asVector(encodeBuyExactQuoteInV2(inUsdc, 5n, 6n)).data).toBe(
      'c2ab1c46684d5b2f05000000000000000600000000000000',
    )
  })

  it('refuse amounts that 64 bits do not hold', async () => {
    const plain = await accounts(tokenProgram)
    expect(() => encodeBuy(plain, -1n, 2n)).toThrow('u64: -1')
    expect(() => encodeSell(plain, 1n, 2n ** 64n, 'creator')).toThrow('u64: 18446744073709551616')
  })
})
