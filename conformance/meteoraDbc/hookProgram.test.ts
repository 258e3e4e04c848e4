import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountMeta, generateKeyPairSigner, type Instruction } from '@solana/kit'
import { type Address, associatedTokenProgram, systemProgram, token2022Program, wrappedNativeMint } from '@tern/core'
import { addressBytes, mintLayout, programAddress, tokenAccountLayout } from '@tern/core/internal'
import { meteoraDbc } from '@tern/venues/meteoraDbc'
import { describe, expect, it } from 'vitest'
import { type DbcShape, dbcClock, withTail } from '../../packages/venues/test/meteoraDbcPools.ts'
import { makeHookedPool } from '../../packages/venues/test/transferHooks.ts'
import { balanceOf, type Svm, startSvm } from '../src/svm.ts'

/** The hook program of Meteora's own DBC tests. It counts each token's transfers in an account. */
const counter = 'EBZDYx7599krFc4m2govwBdZcicr4GgepqC78m71nsHS' as Address
const binary = join(process.env.PROGRAMS_DIR ?? '', `${counter}.so`)
const isAtHand = process.env.PROGRAMS_DIR !== undefined && existsSync(binary)

/** Halfway up a single stretch that raises 60 SOL. */
const shape: DbcShape = {
  config: {
    ...{ sqrt_start_price: 1n << 57n, migration_sqrt_price: 3n << 57n, migration_base_threshold: 0n },
    migration_quote_threshold: 60_000_000_000n,
    curve: withTail([{ sqrt_price: 3n << 57n, liquidity: 60_000_000_000n << 70n }]),
  },
  state: { sqrt_price: 2n << 57n, quote_reserve: 30_000_000_000n },
}

const derived = async (...seeds: (string | Uint8Array)[]) => (await programAddress(counter, seeds))[0]

/** Places a mint whose transfers call the program. The program itself creates its accounts for the mint. */
async function placeHookedMint(svm: Svm): Promise<{ mint: Address; metas: Address; count: Address }> {
  const { address: mint } = await generateKeyPairSigner()
  const { address: payer } = svm.payer
  const data = new Uint8Array(166 + 4 + 64)
  data.set(
    mintLayout.encode({
      ...{ mintAuthorityOption: 0, mintAuthority: payer, supply: 10n ** 12n, decimals: 6, isInitialized: true },
      ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
    }),
  )
  data.set([1, 14, 0, 64, 0, ...addressBytes(payer), ...addressBytes(counter)], 165)
  svm.place(mint, token2022Program, data)
  const metas = await derived('extra-account-metas', addressBytes(mint))
  const count = await derived('counter', addressBytes(mint))
  const made = await svm.send([
    {
      programAddress: counter,
      accounts: [
        { address: payer, role: 3 },
        { address: metas, role: 1 },
        { address: mint, role: 0 },
        { address: count, role: 1 },
        { address: token2022Program, role: 0 },
        { address: associatedTokenProgram, role: 0 },
        { address: systemProgram, role: 0 },
      ],
      data: Uint8Array.of(92, 197, 174, 197, 41, 124, 19, 3),
    },
  ])
  expect(made.error, made.logs.join('\n')).toBeUndefined()
  return { mint, metas, count }
}

async function placeAccount(svm: Svm, mint: Address, owner: Address, amount: bigint): Promise<Address> {
  const { address } = await generateKeyPairSigner()
  const data = new Uint8Array(166 + 4 + 1)
  data.set(
    tokenAccountLayout.encode({
      ...{ mint, owner, amount, delegateOption: 0, delegate: systemProgram, state: 1, isNativeOption: 0 },
      ...{ isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: systemProgram },
    }),
  )
  data.set([2, 15, 0, 1, 0], 165)
  svm.place(address, token2022Program, data)
  return address
}

/** The program's `transfer_checked` for a sale of `amount`. */
function transfer(
  [from, mint, to, owner]: readonly Address[],
  amount: bigint,
  handed: readonly AccountMeta[],
): Instruction {
  const data = new Uint8Array(10)
  data[0] = 12
  new DataView(data.buffer).setBigUint64(1, amount, true)
  data[9] = 6
  const named = [from, mint, to, owner].map((address, i) => ({ address, role: [1, 0, 1, 2][i] }))
  return { programAddress: token2022Program, accounts: [...named, ...handed] as AccountMeta[], data }
}

describe.skipIf(!isAtHand)('the real hook and Token-2022 (PROGRAMS_DIR)', () => {
  it('accept a transfer with the accounts that Tern adds, and fail if any of these is missing', async () => {
    const svm = await startSvm()
    svm.load(counter, binary)
    const { mint, metas, count } = await placeHookedMint(svm)
    const owner = svm.payer.address
    const made = await makeHookedPool(
      { ...shape, state: { ...shape.state, base_mint: mint } },
      { metas: null, hook: counter },
    )
    const [own, vault] = await Promise.all([owner, counter].map(of => placeAccount(svm, mint, of, 10n ** 10n)))
    if (own === undefined || vault === undefined) return expect.fail('no accounts')
    const pool = meteoraDbc.open(made.address, new Map([...made.accounts, [metas, svm.read(metas)]]))
    const quote = pool.quote({ tokenIn: mint, exactIn: 10n ** 9n }, dbcClock)
    expect(quote.tokenOut).toBe(wrappedNativeMint)
    const parties = { owner, payer: owner, tokenAccountIn: own, tokenAccountOut: own }
    const [swap] = await pool.swap(quote, 1n, parties)
    const handed = (swap?.accounts ?? []).slice(15)
    expect(handed).toEqual([
      { address: count, role: 1 },
      { address: counter, role: 0 },
      { address: metas, role: 0 },
    ])
    const counted = () => new DataView((svm.read(count)?.data ?? new Uint8Array()).buffer).getUint32(8, true)
    for (const [i] of handed.entries()) {
      const { error } = await svm.send([transfer([own, mint, vault, owner], quote.amountIn, handed.toSpliced(i, 1))])
      expect(error).toBeDefined()
    }
    const before = counted()
    const landed = await svm.send([transfer([own, mint, vault, owner], quote.amountIn, handed)])
    expect(landed.error, landed.logs.join('\n')).toBeUndefined()
    expect(counted()).toBe(before + 1)
    expect(balanceOf(svm, vault)).toBe(10n ** 10n + quote.amountIn)
  })
})
