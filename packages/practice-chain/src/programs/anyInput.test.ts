import {
  type Address,
  associatedTokenProgram,
  type Clock,
  isTernError,
  metadataProgram,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { getFeesWithQuoteMintLayout } from '@tern/venues/pumpFees'
import {
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeBuyV2,
  encodeSell,
  encodeSellV2,
  eventAuthority,
  feeConfig,
  globalVolumeAccumulatorAddress,
  program,
} from '@tern/venues/pumpfun'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
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
import type { Bank } from '../bank/bank.ts'
import { createBank } from '../bank/createBank.ts'
import type { Script } from '../effects/script.ts'
import type { Invocation, InvocationAccount } from '../effects/trap.ts'
import { createSeededWorld } from '../world/seededWorld.ts'
import { simulatedPrograms } from './simulatedPrograms.ts'
import { encodeCreateMetadata } from './tokenMetadata/layout.ts'

const clock: Clock = { slot: 5n, unixTimestamp: 1_790_000_000n, epoch: 0n }

function accountAt(bank: Bank, address: Address, role: number): InvocationAccount {
  const { owner, lamports, data, executable } = bank.account(address) ?? {
    owner: systemProgram,
    lamports: 0n,
    data: new Uint8Array(),
    executable: false,
  }
  const flags = { isSigner: role >= 2, isWritable: role % 2 === 1, isExecutable: executable }
  return { address, owner, lamports, ...flags, data: executable ? new Uint8Array() : data }
}

const invocationOf = (bank: Bank, { programAddress, accounts = [], data }: Instruction): Invocation => ({
  program: programAddress,
  data: Uint8Array.from(data ?? []),
  accounts: accounts.map(({ address, role }) => accountAt(bank, address, role)),
})

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
  await giveTokens(bank, user.address, usdc, 10n ** 12n)
  const coin = await coinOf(bank, mint)
  const a = await tradeAccounts(bank, coin, user.address)
  const v2 = await tradeV2Accounts(bank, coin, wrappedNativeMint, user.address)
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
    cpmm && encodeSwapBaseInput(await swapAccounts(world, cpmm.pool, user.address, wrappedNativeMint), 5n, 1n)
  return [
    ...instructions.map(one => invocationOf(bank, one)),
    ...(swap === undefined ? [] : [invocationOf(world, swap)]),
  ]
}

/** Returns the script, or `failed` for a program failure. Every other error is thrown on. */
function outcome(invocation: Invocation): Script | 'failed' {
  const simulated = simulatedPrograms.find(({ address }) => address === invocation.program)
  if (simulated === undefined) throw new TypeError(invocation.program)
  try {
    return simulated.execute(invocation, clock)
  } catch (error) {
    if (isTernError(error, 'practice/programFailed')) return 'failed'
    throw error
  }
}

describe('a simulated program', () => {
  let seeds: readonly Invocation[] = []
  beforeAll(async () => {
    seeds = await valid()
  })

  it('answers any input with a script or a failure of its own', () => {
    const change = fc.record({
      seed: fc.nat(),
      data: fc.oneof(
        fc.constant(undefined),
        fc.record({ at: fc.nat(), byte: fc.nat(255) }),
        fc.record({ cut: fc.nat(40) }),
        fc.record({ numbers: fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 3 }) }),
      ),
      swap: fc.option(fc.tuple(fc.nat(), fc.nat(), fc.nat())),
      drop: fc.option(fc.nat(30)),
      flags: fc.option(fc.tuple(fc.nat(), fc.boolean(), fc.boolean())),
      bytes: fc.option(fc.tuple(fc.nat(), fc.nat(), fc.nat(255))),
      emptied: fc.option(fc.nat()),
    })
    const everyone = seeds.flatMap(({ accounts }) => accounts)
    const outcomes = { script: 0, failed: 0 }
    fc.assert(
      fc.property(change, ({ seed, data, swap, drop, flags, bytes, emptied }) => {
        const original = seeds[seed % seeds.length] as Invocation
        const accounts = [...original.accounts]
        const alter = (at: number, to: (account: InvocationAccount) => InvocationAccount) => {
          const i = at % accounts.length
          accounts[i] = to(accounts[i] as InvocationAccount)
        }
        if (swap !== null) alter(swap[0], () => everyone[swap[1] % everyone.length] as InvocationAccount)
        if (flags !== null) alter(flags[0], one => ({ ...one, isSigner: flags[1], isWritable: flags[2] }))
        if (bytes !== null)
          alter(bytes[0], one => ({
            ...one,
            data: one.data.map((byte, i) => (i === bytes[1] % one.data.length ? bytes[2] : byte)),
          }))
        if (emptied !== null)
          alter(emptied, one => ({ ...one, data: new Uint8Array(), lamports: 0n, owner: systemProgram }))
        const result = outcome({
          program: original.program,
          data: changed(original.data, data),
          accounts: drop === null ? accounts : accounts.slice(0, drop),
        })
        if (result === 'failed') outcomes.failed++
        else {
          outcomes.script++
          expect(result.bytes().length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 4_000 },
    )
    expect(outcomes.script).toBeGreaterThan(50)
    expect(outcomes.failed).toBeGreaterThan(100)
  })
})

type DataChange =
  | { readonly at: number; readonly byte: number }
  | { readonly cut: number }
  | { readonly numbers: readonly bigint[] }
  | undefined

/** Replaces a byte, cuts the end, or replaces the arguments by numbers. */
function changed(data: Uint8Array, change: DataChange): Uint8Array {
  if (change === undefined) return data
  if ('at' in change) return data.map((byte, i) => (i === change.at % data.length ? change.byte : byte))
  if ('cut' in change) return data.subarray(0, Math.max(0, data.length - change.cut))
  const numbers = Buffer.alloc(8 * change.numbers.length)
  for (const [i, number] of change.numbers.entries()) numbers.writeBigUInt64LE(number, 8 * i)
  return Buffer.concat([data.subarray(0, 8), numbers, data.subarray(8 + numbers.length)])
}
