import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  nonceAccountAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { recentBlockhashesSysvar } from '@tern/core/internal'
import { encodeBuyExactQuoteIn, encodeSell, type TradeAccounts } from '@tern/venues/pumpAmm'
import { encodeExtendAccount, encodeInitUserVolumeAccumulator } from '@tern/venues/pumpAmm/internal'
import { encodeBuyExactSolIn, encodeSell as encodeCurveSell } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import {
  address,
  attacker,
  feeWallet,
  mint,
  onCurve,
  openTokenAccount,
  plain,
  SOL,
  transfer,
  wallet,
} from '../test/trades.ts'

const [pool, accumulator] = [address(5), address(16)]
const tokens = await associatedTokenAddress(wallet, mint, token2022Program)
const wrapped = await associatedTokenAddress(wallet, wrappedNativeMint, tokenProgram)
const nonce = await nonceAccountAddress(wallet, 0)
const [accountRent, accumulatorRent] = [rentExemption(165), rentExemption(137)]

const named = (change: Partial<TradeAccounts> = {}): TradeAccounts => ({
  ...{ pool, user: wallet, base_mint: mint, quote_mint: wrappedNativeMint },
  ...{ user_base_token_account: tokens, user_quote_token_account: wrapped },
  ...{ pool_base_token_account: address(10), pool_quote_token_account: address(11) },
  ...{ protocol_fee_recipient: address(12), protocol_fee_recipient_token_account: address(13) },
  ...{ base_token_program: token2022Program, quote_token_program: tokenProgram },
  ...{ coin_creator_vault_ata: address(14), coin_creator_vault_authority: address(15) },
  ...{ user_volume_accumulator: accumulator, cashback_token_account: address(21), pool_v2: address(17) },
  ...{ buyback_fee_recipient: address(18), buyback_fee_recipient_token_account: address(19) },
  ...change,
})

const openWrapped = openTokenAccount(wrapped, wrappedNativeMint)
const close: PlainInstruction = {
  program: tokenProgram,
  accounts: [{ address: wrapped, as: 'w' }, { address: wallet, as: 'ws' }, { address: wallet }],
  data: Uint8Array.of(9),
}
const sync: PlainInstruction = {
  program: tokenProgram,
  accounts: [{ address: wrapped, as: 'w' }],
  data: Uint8Array.of(17),
}
const swap = plain(encodeBuyExactQuoteIn(named(), SOL, 5_000n))
const buy = [openWrapped, transfer(wrapped, SOL), sync, swap, close]
const sell = [openWrapped, plain(encodeSell(named(), 5_000n, SOL)), close]
const unitPrice: PlainInstruction = {
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0, 0),
}
const advance: PlainInstruction = {
  program: systemProgram,
  accounts: [{ address: nonce, as: 'w' }, { address: recentBlockhashesSysvar }, { address: wallet, as: 's' }],
  data: Uint8Array.of(4, 0, 0, 0),
}

const read = (instructions: readonly PlainInstruction[]) =>
  readTrade(compileMessage(wallet, instructions).bytes, wallet, [feeWallet])
/** The same instruction with more accounts behind its own. */
const naming = (instruction: PlainInstruction, ...more: readonly Address[]): PlainInstruction => ({
  ...instruction,
  accounts: [...instruction.accounts, ...more.map(one => ({ address: one, as: 'w' as const }))],
})
const rentOf = async (instructions: readonly PlainInstruction[]) => {
  const effects = await read(instructions)
  return typeof effects === 'string' ? effects : effects.rentLamports
}

describe('accounts of a venue that the wallet pays for', () => {
  /** Opens another user's accumulator at the wallet's cost. */
  const openFor = (user: Address, account: Address): PlainInstruction => {
    const own = plain(encodeInitUserVolumeAccumulator(wallet, account))
    return { ...own, accounts: own.accounts.with(1, { address: user }) }
  }

  it('are never other owners’ accounts, however many a trade names', async () => {
    const users = [31, 32, 33, 34, 35, 36, 37].map(address)
    const accounts = [41, 42, 43, 44, 45, 46, 47].map(address)
    const sale = plain(encodeCurveSell(onCurve(tokens), 5_000n, SOL, 'creator'))
    for (const count of [1, 7]) {
      const opens = users.slice(0, count).map((user, i) => openFor(user, accounts[i] ?? user))
      const why = 'an account of a venue made for another wallet'
      // Seven fit if a lookup table names the curve's other accounts.
      const looked = [10, 11, 12, 13, 14, 15].map(address)
      const { bytes } = compileMessage(wallet, [...opens, naming(sale, ...accounts.slice(0, count))], { looked })
      expect(await readTrade(bytes, wallet, [feeWallet])).toBe(why)
    }
  })

  it('count by their rent, with the accounts that the swap itself opens', async () => {
    const opens = openFor(wallet, accumulator)
    expect(await rentOf(sell)).toBe(2n * accountRent)
    expect(await rentOf([opens, ...sell])).toBe(2n * accountRent + accumulatorRent)
    expect(await rentOf(buy)).toBe(2n * accountRent + accumulatorRent)
    expect(await rentOf([plain(encodeExtendAccount(pool, wallet)), ...sell])).toBe(
      2n * accountRent + rentExemption(301),
    )
    const curveBuy = plain(encodeBuyExactSolIn(onCurve(tokens), SOL, 5_000n))
    expect(await rentOf([curveBuy])).toBe(accumulatorRent + rentExemption(0))
    expect(await rentOf([plain(encodeCurveSell(onCurve(tokens), 5_000n, SOL, 'creator'))])).toBe(0n)
    expect(await read([opens, ...sell])).toMatchObject({ lamports: 2n * accountRent + accumulatorRent + 5_000n })
  })

  it('are the pool itself if it is extended, and no other account that the trade names', async () => {
    const elsewhere = address(30)
    const why = 'room made in what is not traded here'
    const elsewhereNamed = plain(encodeBuyExactQuoteIn(named({ pool_v2: elsewhere }), SOL, 5_000n))
    expect(await read([plain(encodeExtendAccount(elsewhere, wallet)), openWrapped, elsewhereNamed])).toBe(why)
    expect(await read([plain(encodeExtendAccount(address(10), wallet)), ...buy])).toBe(why)
  })
})

describe('the lamports that a message leaves in accounts of the wallet', () => {
  it('count as rent unless the message takes the lamports back', async () => {
    const [opened, venue] = [accountRent, 2n * accountRent + accumulatorRent]
    expect(await rentOf(buy)).toBe(venue)
    expect(await rentOf(buy.slice(0, -1))).toBe(opened + venue)
    expect(await rentOf(buy.with(1, transfer(wrapped, 100n * SOL)).slice(0, -1))).toBe(99n * SOL + opened + venue)
    expect(await read([openWrapped, transfer(wrapped, 100n * SOL)])).toMatchObject({
      rentLamports: 100n * SOL + opened,
      lamports: 100n * SOL + opened + 5_000n,
    })
  })

  it('never go into an account that the message has closed', async () => {
    expect(await read([...buy, transfer(wrapped, 1n)])).toBe(`a transfer to ${wrapped}`)
    expect(await rentOf([...buy, openWrapped, transfer(wrapped, 1n)])).toBe(3n * accountRent + accumulatorRent + 1n)
  })
})

describe('an associated account', () => {
  const opening = (program: Address, { account = wrapped, system = systemProgram } = {}): PlainInstruction => ({
    program: associatedTokenProgram,
    accounts: [
      ...[
        { address: wallet, as: 'ws' as const },
        { address: account, as: 'w' as const },
      ],
      ...[wallet, wrappedNativeMint, system, program].map(one => ({ address: one })),
    ],
    data: Uint8Array.of(1),
  })

  it('belongs to a token program, which decides its rent', async () => {
    const theirs = await associatedTokenAddress(wallet, wrappedNativeMint, attacker)
    expect(await read([opening(attacker, { account: theirs })])).toBe('a token account of an unknown program')
    expect(await read([opening(tokenProgram, { system: attacker })])).toBe('a token account of an unknown program')
    expect(await read([opening(tokenProgram)])).toMatchObject({ rentLamports: accountRent })
  })

  it('is the associated account of its token', async () => {
    const why = 'a token account that is not the wallet’s own of its token'
    expect(await read([opening(token2022Program)])).toBe(why)
    expect(await read([opening(tokenProgram, { account: tokens })])).toBe(why)
  })
})

describe('the wallet', () => {
  it.each<[string, readonly PlainInstruction[]]>([
    ['behind the accounts of a swap', [openWrapped, naming(swap, wallet)]],
    ['behind those of a sale', [openWrapped, naming(plain(encodeSell(named(), 5_000n, SOL)), wallet)]],
    ['in the place of a fee’s recipient', [openWrapped, plain(encodeSell(named({ pool_v2: wallet }), 5_000n, SOL))]],
    [
      'behind what opens an accumulator',
      [naming(plain(encodeInitUserVolumeAccumulator(wallet, accumulator)), wallet), ...sell],
    ],
    ['behind what makes room', [naming(plain(encodeExtendAccount(pool, wallet)), wallet), ...buy]],
    ['behind a transfer', [...buy, naming(transfer(feeWallet, 1n), wallet)]],
    ['behind a closing', [...buy.slice(0, -1), naming(close, wallet)]],
    ['behind a count of lamports', [...buy, naming(sync, wallet)]],
    ['behind an opening', [naming(openWrapped, wallet)]],
    ['behind a compute budget', [naming(unitPrice, wallet), ...buy]],
    ['behind the use of its nonce account', [naming(advance, wallet), ...buy]],
  ])('is refused %s', async (_, instructions) => {
    expect(await read(instructions)).toBe('the wallet in a place that its instruction does not name')
  })
})

describe('a priority fee', () => {
  it('above 0.01 SOL is allowed for trades and nonce actions only', async () => {
    // 400,000 units are the default for two instructions.
    const price = (lamports: bigint) => ({
      ...unitPrice,
      data: Uint8Array.of(3, ...new Uint8Array(BigUint64Array.of((lamports * 1_000_000n) / 400_000n).buffer)),
    })
    const [max, more] = [price(10_000_000n), price(10_000_001n)]
    expect(await read([max, openWrapped])).toMatchObject({ networkFeeLamports: 10_005_000n })
    expect(await read([more, openWrapped])).toBe('a priority fee of more than 0.01 SOL')
    for (const fine of [
      [more, ...buy],
      [advance, more],
    ])
      expect(await read(fine)).toBeTypeOf('object')
    // A message that does nothing pays no priority fee at all.
    for (const idle of [[max], [price(1n)], [price(1n), unitPrice]])
      expect(await read(idle)).toBe('a priority fee for nothing')
  })
})
