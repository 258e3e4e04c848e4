import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  nonceAccountAddress,
  systemProgram,
  type Terms,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, readCompiledMessage, recentBlockhashesSysvar } from '@tern/core/internal'
import { jitoTipAccounts } from '@tern/core/internal/tipAccounts'
import { readEffects } from '@tern/venues/internal/effects'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import { program as cpmm } from '@tern/venues/raydiumCpmm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage } from '../src/firewall.ts'
import { readWithdrawal } from '../src/firewallWithdrawal.ts'
import { compileMessage, type PlainInstruction, u64 } from './compileMessage.ts'
import { lpMint, placementsOf, pool } from './placements.ts'
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
} from './trades.ts'

// Mutations of messages that the firewall accepts.

const isProof = process.env.PROOF === '1'
export const recipient = address(70)
export const [jito] = jitoTipAccounts as readonly [Address]
export const parts = await placementsOf(wallet)
const ata = (owner: Address, of: Address, program: Address = tokenProgram) => associatedTokenAddress(owner, of, program)
export const [own, usdc, bonk, nonce] = await Promise.all([
  ata(wallet, mint, token2022Program),
  ata(wallet, usdcMint),
  ata(wallet, mint),
  nonceAccountAddress(wallet, 0),
])
const [theirs, theirShares, theirWrapped] = await Promise.all([
  ata(attacker, mint, token2022Program),
  ata(attacker, lpMint),
  ata(attacker, wrappedNativeMint),
])

const signer = { address: wallet, as: 'ws' as const }
export const instruction = (
  program: Address,
  data: readonly number[],
  ...accounts: PlainInstruction['accounts']
): PlainInstruction => ({ program, accounts, data: Uint8Array.from(data) })
export const close = (account: Address, to: Address = wallet) =>
  instruction(tokenProgram, [9], { address: account, as: 'w' }, { address: to, as: 'w' }, signer)
export const send = (
  { from, of, to }: { readonly from: Address; readonly of: Address; readonly to: Address },
  raw: bigint,
) =>
  instruction(
    tokenProgram,
    [12, ...u64(raw), 6],
    { address: from, as: 'w' },
    { address: of },
    { address: to, as: 'w' },
    { address: wallet, as: 's' },
  )
export const advance = instruction(
  systemProgram,
  [4, 0, 0, 0],
  { address: nonce, as: 'w' },
  { address: recentBlockhashesSysvar },
  { address: wallet, as: 's' },
)
/** Tests if the signer may sign a message. */
async function isAccepted(bytes: Uint8Array, terms: Terms): Promise<boolean> {
  const read =
    terms.recipient === undefined
      ? await readMessage(bytes, wallet, { payees: [feeWallet], terms })
      : await readWithdrawal(bytes, wallet, terms)
  return typeof read !== 'string'
}

/** Accounts that a thief would like to see in a message, and the accounts of the messages themselves. */
const baits: readonly Address[] = [
  ...[wallet, attacker, recipient, feeWallet, jito, own, theirs, usdc, bonk, theirShares, theirWrapped, nonce],
  ...[mint, usdcMint, lpMint, wrappedNativeMint, pool, address(43), address(60), parts.shares],
  ...[systemProgram, tokenProgram, token2022Program, associatedTokenProgram, cpmm],
]
const hostile: readonly PlainInstruction[] = [
  transfer(attacker, 1n),
  transfer(feeWallet, SOL),
  transfer(jito, SOL),
  send({ from: usdc, of: usdcMint, to: theirs }, 1n),
  close(usdc, attacker),
  close(own),
  openTokenAccount(theirs, mint, { program: token2022Program, owner: attacker }),
  openTokenAccount(bonk, mint),
  plain(encodeSell(onCurve(own), 1n, 1n, 'creator')),
  plain(encodeSell(onCurve(own), 0n, 1n, 'creator')),
  plain(encodeBuyExactSolIn(onCurve(theirs), 1n, 1n)),
  instruction(tokenProgram, [4, ...u64(9n)], { address: usdc, as: 'w' }, { address: attacker }, signer),
  instruction(tokenProgram, [6, 2, 1, ...addressBytes(attacker)], { address: usdc, as: 'w' }, signer),
  instruction(tokenProgram, [8, ...u64(9n)], { address: usdc, as: 'w' }, { address: usdcMint, as: 'w' }, signer),
  instruction(systemProgram, [1, 0, 0, 0, ...addressBytes(attacker)], signer),
  instruction(computeBudgetProgram, [3, ...u64(10n ** 12n)]),
  advance,
]

type Change = (list: readonly PlainInstruction[]) => readonly PlainInstruction[]
const at = fc.nat(50)
const value = fc.oneof(fc.constantFrom(0n, 1n, 2n ** 64n - 1n), fc.bigInt({ min: 0n, max: 2n ** 40n }))
const changed = (list: readonly PlainInstruction[], i: number, change: (one: PlainInstruction) => PlainInstruction) =>
  list.map((one, k) => (k === i % list.length ? change(one) : one))

/** Changes of instructions: other accounts, amounts and programs, more or fewer or other instructions. */
const changeTo = (places: readonly Address[]): fc.Arbitrary<Change> =>
  fc.oneof(
    fc.tuple(at, at, fc.constantFrom(...places)).map(
      ([i, k, account]): Change =>
        list =>
          changed(list, i, one => ({
            ...one,
            accounts: one.accounts.map((use, n) =>
              n === k % one.accounts.length ? { ...use, address: account } : use,
            ),
          })),
    ),
    fc.tuple(at, at, value).map(
      ([i, k, raw]): Change =>
        list =>
          changed(list, i, one => {
            const data = Uint8Array.from(one.data)
            if (data.length >= 8) data.set(u64(raw), k % (data.length - 7))
            return { ...one, data }
          }),
    ),
    fc.tuple(at, at, fc.nat(255)).map(
      ([i, k, byte]): Change =>
        list =>
          changed(list, i, one => ({
            ...one,
            data: one.data.length === 0 ? one.data : one.data.with(k % one.data.length, byte),
          })),
    ),
    fc.tuple(at, fc.constantFrom(...hostile)).map(
      ([i, one]): Change =>
        list =>
          list.toSpliced(i % (list.length + 1), 0, one),
    ),
    at.map(
      (i): Change =>
        list =>
          list.toSpliced(i % list.length, 1),
    ),
    at.map(
      (i): Change =>
        list => [...list, ...list.slice(i % list.length, (i % list.length) + 1)],
    ),
    fc.tuple(at, at).map(
      ([i, k]): Change =>
        list => {
          const [one, other] = [list[i % list.length], list[k % list.length]]
          return one && other ? list.with(i % list.length, other).with(k % list.length, one) : list
        },
    ),
  )

const key = (...of: readonly string[]) => of.join(' ')

/**
 * Compares an accepted message with its terms by the effects of each instruction, without the firewall's own sums. It follows each amount
 * from the wallet's accounts to its destination.
 */
async function assertWithin(bytes: Uint8Array, terms: Terms): Promise<void> {
  const message = readCompiledMessage(bytes, 'unseen')
  if (typeof message === 'string') return expect.fail(message)
  const reads = message.instructions.map(one => readEffects(one) ?? expect.fail(`unread: ${one.program}`))
  const mine = new Set<Address>([wallet, nonce])
  /** The mints of the terms' accounts, for instructions that list no mints. */
  const mintOf = new Map<Address, Address>()
  for (const of of [...terms.spend, ...terms.receive]) {
    const account = await ata(wallet, of.mint, of.tokenProgram)
    mine.add(account)
    mintOf.set(account, of.mint)
  }
  const named = (of: Address | 'byTerms', account: Address) =>
    of === 'byTerms' ? (mintOf.get(account) ?? (created.includes(account) ? wrappedNativeMint : 'byTerms')) : of
  for (const { opens } of reads)
    for (const { account, owner, mint: of, program } of opens)
      if (owner === wallet && of !== undefined && program !== undefined) mine.add(account)
  const created = reads.flatMap(({ opens, program }) => (program === systemProgram ? opens.map(o => o.account) : []))
  for (const account of created) mine.add(account)
  const given = terms.recipient === undefined ? [] : [terms.recipient]
  for (const of of given.length > 0 ? terms.spend : []) given.push(await ata(recipient, of.mint, of.tokenProgram))
  const [taken, brought] = [new Map<string, bigint>(), new Map<string, bigint>()]
  const add = (to: Map<string, bigint>, what: string, raw: bigint) => to.set(what, (to.get(what) ?? 0n) + raw)
  let [tips, fees] = [0n, 0n]
  for (const [i, read] of reads.entries()) {
    const { accounts } = message.instructions[i] ?? expect.fail()
    expect(['never', 'route', 'burn', 'migrate', 'launch']).not.toContain(read.kind)
    for (const [place, account] of accounts.entries())
      if (account === wallet) expect([...read.walletPlaces, ...read.otherWalletPlaces]).toContain(place)
    for (const { destination } of read.closes) expect(destination).toBe(wallet)
    for (const { account, mint: of, max } of read.takes) {
      expect(mine, key(read.instruction, account)).toContain(account)
      if (read.kind !== 'transfer' || read.program !== systemProgram) add(taken, named(of, account), max)
    }
    for (const { account, mint: of, min } of read.brings) {
      if (read.kind === 'transfer' && read.program === systemProgram) {
        if (account === jito) tips += min
        else if (account === feeWallet) fees += min
        else if (!mine.has(account)) {
          expect(given).toContain(account)
          add(taken, of, min)
        }
      } else if (mine.has(account)) add(brought, named(of, account), min)
      else expect(given, key(read.instruction, account)).toContain(account)
    }
    if (read.kind === 'swap') expect(read.brings.every(({ min }) => min > 0n)).toBe(true)
    for (const { account } of read.closes)
      if (!created.includes(account) && !reads.some(({ opens }) => opens.some(one => one.account === account)))
        expect(terms.closes ?? []).toContain(account)
  }
  for (const [of, raw] of taken) {
    const max = terms.spend.find(one => one.mint === of)?.max ?? 0n
    expect(raw - (brought.get(of) ?? 0n), `spends ${of}`).toBeLessThanOrEqual(max)
  }
  for (const { mint: of, min } of terms.receive)
    expect((brought.get(of) ?? 0n) - (taken.get(of) ?? 0n), `receives ${of}`).toBeGreaterThanOrEqual(min)
  expect(tips).toBeLessThanOrEqual(terms.lamports.tip)
  expect(fees).toBeLessThanOrEqual(terms.lamports.tradeFee)
  expect(message.signers).toEqual([wallet, ...terms.cosigners])
}

/** A kind of message: an accepted message, with its terms. */
export type MessageKind = readonly [name: string, instructions: readonly PlainInstruction[], terms: Terms]

/**
 * Tests each kind of message with mutations of its instructions and its bytes.
 *
 * @param runs number of mutations, if all slow proofs are not asked for.
 */
export function describeMutations(kinds: readonly MessageKind[], runs: number): void {
  const numRuns = isProof ? 10_000 : runs
  describe.each(kinds)('%s', { timeout: isProof ? 600_000 : 60_000 }, (_, instructions, terms) => {
    const { bytes } = compileMessage(wallet, instructions)
    const places = [...new Set([...baits, ...instructions.flatMap(one => one.accounts.map(use => use.address))])]
    const change = changeTo(places)

    it('is signed as it was built', async () => {
      expect(await isAccepted(bytes, terms)).toBe(true)
      await assertWithin(bytes, terms)
    })

    it('is refused if its instructions change, or does no more than its terms say', async () => {
      let refused = 0
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async changes => {
          const list = changes.reduce((all, one) => one(all), instructions)
          if (list.length === 0) return
          const { bytes: mutated } = compileMessage(wallet, list)
          if (await isAccepted(mutated, terms)) await assertWithin(mutated, terms)
          else refused++
        }),
        { numRuns },
      )
      expect(refused).toBeGreaterThan(numRuns / 4)
    })

    it('is refused if its bytes change, or does no more than its terms say', async () => {
      const keys = places.map(one => [...addressBytes(one)])
      const mutation = fc.oneof(
        fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([i, byte]) => bytes.with(i, byte)),
        fc.tuple(fc.nat((bytes[4] ?? 1) - 1), fc.constantFrom(...keys)).map(([i, account]) => {
          const other = Uint8Array.from(bytes)
          other.set(account, 5 + 32 * i)
          return other
        }),
      )
      await fc.assert(
        fc.asyncProperty(mutation, async mutated => {
          if (await isAccepted(mutated, terms)) await assertWithin(mutated, terms)
        }),
        { numRuns },
      )
    })
  })
}
