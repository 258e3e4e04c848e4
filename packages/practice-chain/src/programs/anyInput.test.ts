import {
  type Address,
  associatedTokenProgram,
  metadataProgram,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { getFeesWithQuoteMintLayout } from '@tern/venues/pumpFees/internal'
import { encodeBuyV2, encodeSellV2, program } from '@tern/venues/pumpfun'
import {
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeSell,
  eventAuthority,
  feeConfig,
  globalVolumeAccumulatorAddress,
} from '@tern/venues/pumpfun/internal'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../test/anyInvocation.ts'
import { swapAccounts } from '../../test/cpmm.ts'
import {
  coinOf,
  createLegacy,
  createV2,
  giveTokens,
  launched,
  manyUnits,
  migrate,
  trade,
  tradeAccounts,
  tradeV2Accounts,
  usdc,
} from '../../test/pumpfun.ts'
import { type Instruction, newSigner } from '../../test/transactions.ts'
import { createBank } from '../bank/createBank.ts'
import type { Invocation } from '../effects/trap.ts'
import { createSeededWorld } from '../world/seededWorld.ts'
import { encodeCreateMetadata } from './tokenMetadata/layout.ts'

const call = (programAddress: Address, data: Uint8Array, ...accounts: readonly Address[]): Instruction => ({
  programAddress,
  accounts: accounts.map(address => ({ address, role: 3 })),
  data,
})

/** For each instruction of each program, an invocation that succeeds on the current chain. */
async function valid(): Promise<readonly Invocation[]> {
  const { bank, user, creator, mint, land } = await launched()
  const first = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactIn: 5_000_000_000n })
  await land([user], manyUnits, ...first.instructions)
  await giveTokens(bank, { owner: user.address, mint: usdc, amount: 10n ** 12n })
  const coin = await coinOf(bank, mint)
  const a = await tradeAccounts(bank, coin, user.address)
  const v2 = await tradeV2Accounts(bank, { coin, quoteMint: wrappedNativeMint, user: user.address })
  const events = [eventAuthority, program] as const
  const tag = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
  const { user_volume_accumulator: accumulator, creator_vault: vault } = a
  const fresh = (await newSigner()).address
  const instructions = [
    await createV2(user.address, fresh),
    await createV2(user.address, fresh, { quoteMint: usdc, isMayhem: true }),
    await createLegacy(user.address, fresh),
    encodeBuy(a, 1_000_000n, 10n ** 9n),
    encodeBuyExactSolIn(a, 1_000_000n, 1n),
    encodeSell(a, 1_000_000n, 1n, 'creator'),
    encodeBuyV2(v2, 1_000_000n, 10n ** 9n),
    encodeBuyExactQuoteInV2(v2, 1_000_000n, 1n),
    encodeSellV2(v2, 1_000_000n, 1n),
    call(program, tag('5e06ca73ff60e8b7'), user.address, user.address, accumulator, systemProgram, ...events),
    call(program, tag('561fc057a3574fee'), user.address, globalVolumeAccumulatorAddress, accumulator, ...events),
    call(program, tag('f945a4da9667548a'), user.address, accumulator, ...events),
    call(program, tag('ea66c2cb96483ee5'), a.bonding_curve, user.address, systemProgram, ...events),
    call(program, tag('1416567bc61cdb84'), creator.address, vault, systemProgram, ...events),
    call(program, tag('253a237ebe35e4c5'), user.address, accumulator, systemProgram, ...events),
    await migrate(bank, mint, user.address, { version: 1 }),
    await migrate(bank, mint, user.address, { version: 2 }),
    call(
      'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ' as Address,
      getFeesWithQuoteMintLayout.encode({ is_pump_pool: true, market_cap_lamports: 1n, quote_mint: systemProgram }),
      feeConfig,
      program,
    ),
    call(
      metadataProgram,
      encodeCreateMetadata({ name: 'a', symbol: 'b', uri: 'c', isMutable: false }),
      ...[fresh, mint, user.address, user.address, user.address, systemProgram],
    ),
    call(
      program,
      tag('cf118af204221338'),
      ...[creator.address, v2.associated_quote_user, vault, v2.associated_creator_vault, wrappedNativeMint],
      ...[tokenProgram, associatedTokenProgram, systemProgram, ...events],
    ),
  ]
  const { genesis, tokens } = await createSeededWorld('any', 1_790_000_000n)
  const world = await createBank({ slotMs: 0, now: () => 1_790_000_000_000, genesis })
  const cpmm = tokens.find(token => world.account(token.pool)?.data.length === 637)
  const swap =
    cpmm &&
    encodeSwapBaseInput(
      await swapAccounts(world, { pool: cpmm.pool, payer: user.address, mintIn: wrappedNativeMint }),
      5n,
      1n,
    )
  return [
    ...instructions.map(one => invocationOf(bank, one)),
    ...(swap === undefined ? [] : [invocationOf(world, swap)]),
  ]
}

describe('a simulated program', () => {
  let seeds: readonly Invocation[] = []
  beforeAll(async () => {
    seeds = await valid()
  })

  it('answers any input with a script or a failure of its own', () => {
    const outcomes = answersAnyInput(seeds, 4_000)
    expect(outcomes.script).toBeGreaterThan(50)
    expect(outcomes.failed).toBeGreaterThan(100)
  })
})
