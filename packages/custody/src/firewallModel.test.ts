import {
  type Address,
  associatedTokenAddress,
  nonceAccountAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../core/test/fuzz.ts'
import { readTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction, u64 } from '../test/compileMessage.ts'
import { play, type VenueInstruction, venueInstructions } from '../test/lossModel.ts'
import { address, attacker, feeWallet, mint, openTokenAccount, transfer, wallet } from '../test/trades.ts'

const [other, lpMint, temporary, fresh, alien] = [70, 71, 72, 73, 74].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
/** The mints that every person here holds. */
const held: readonly (readonly [Address, Address])[] = [
  [wrappedNativeMint, tokenProgram],
  [usdcMint, tokenProgram],
  [mint, tokenProgram],
  [other, token2022Program],
  [lpMint, tokenProgram],
]
const existing = [wallet, attacker].flatMap(owner => held.map(([mint, program]) => ({ owner, mint, program })))
const own = new Map<Address, Address>()
const theirs: Address[] = []
for (const [one, program] of held) {
  own.set(one, await associatedTokenAddress(wallet, one, program))
  theirs.push(await associatedTokenAddress(attacker, one, program))
}
const programOf = new Map(held)
const nonce = await nonceAccountAddress(wallet, 0)
const wrappedOwn = own.get(wrappedNativeMint) as Address

/** Everything that a mutation may put in the place of an account. */
const anyAddress = fc.constantFrom(
  ...[wallet, attacker, feeWallet, temporary, fresh, alien, nonce, ...own.values(), ...theirs],
  ...[...held.map(([one]) => one), tokenProgram, token2022Program, systemProgram],
)
const anyAmount = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 9n }),
  fc.constantFrom(0n, 1n, 2n ** 32n, 10n ** 17n, 2n ** 63n, 2n ** 64n - 1n),
)
const signer = { address: wallet, as: 'ws' as const }

/** A valid instruction of a venue for these two mints, with other accounts that are unused. */
function venueOf(
  of: VenueInstruction,
  mints: readonly [Address, Address],
  amounts: readonly bigint[],
): PlainInstruction {
  const [from, to] = mints
  const accounts: { address: Address; as?: 'w' | 's' | 'ws' }[] = Array.from({ length: of.accounts }, (_, i) => ({
    address: address(100 + i),
    as: 'w' as const,
  }))
  accounts[of.wallet] = signer
  const isPair = of.takes.length + of.brings.length === 2
  const taken = isPair ? [from] : of.takes.length === 2 ? mints : [lpMint]
  const brought = isPair ? [to] : of.brings.length === 2 ? mints : [lpMint]
  const listed = new Map<number, Address>()
  for (const [i, { account, mint: place }] of [...of.takes, ...of.brings].entries()) {
    const one = [...taken, ...brought][i] as Address
    if (place === null) continue
    accounts[account] = { address: own.get(one) as Address, as: 'w' }
    accounts[place] = { address: one }
    listed.set(place, one)
  }
  const inOrder = [...listed].sort(([a], [b]) => a - b).map(([, one]) => programOf.get(one) as Address)
  const programs = of.hasBothPrograms ? [tokenProgram, token2022Program] : inOrder
  for (const [i, place] of of.tokenPrograms.entries()) accounts[place] = { address: programs[i] ?? tokenProgram }
  const data = new Uint8Array(of.length)
  data.set(of.discriminator.match(/../g)?.map(byte => Number.parseInt(byte, 16)) ?? [])
  for (const [i, { at }] of [...of.takes, ...of.brings].entries()) data.set(u64(amounts[i] ?? 1n), at)
  if (of.exactInAt !== undefined) data[of.exactInAt] = 1
  return { program: of.program, accounts, data }
}

const anyMint = fc.constantFrom(...held.map(([one]) => one))
const venue = fc
  .tuple(fc.constantFrom(...venueInstructions), anyMint, anyMint, fc.array(anyAmount, { minLength: 3, maxLength: 3 }))
  .map(([of, from, to, amounts]) => venueOf(of, [from, to], amounts))
const created = (account: Address, lamports: bigint, seed: boolean): PlainInstruction => ({
  program: systemProgram,
  accounts: [signer, { address: account, as: seed ? 'w' : 'ws' }],
  data: Uint8Array.from(
    seed
      ? [
          3,
          0,
          0,
          0,
          ...addressBytes(wallet),
          ...u64(1n),
          65,
          ...u64(lamports),
          ...u64(165n),
          ...addressBytes(tokenProgram),
        ]
      : [0, 0, 0, 0, ...u64(lamports), ...u64(165n), ...addressBytes(tokenProgram)],
  ),
})
const initialised = (account: Address, owner: Address): PlainInstruction => ({
  program: tokenProgram,
  accounts: [{ address: account, as: 'w' }, { address: wrappedNativeMint }],
  data: Uint8Array.from([18, ...addressBytes(owner)]),
})
const closed = (account: Address): PlainInstruction => ({
  program: tokenProgram,
  accounts: [{ address: account, as: 'w' }, signer, { address: wallet, as: 's' }],
  data: Uint8Array.of(9),
})
const opened = anyMint.map(one =>
  openTokenAccount(own.get(one) as Address, one, { program: programOf.get(one) as Address }),
)
const someAccount = fc.constantFrom(temporary, fresh, wrappedOwn, ...own.values())
const basic = fc.oneof(
  opened,
  fc
    .tuple(fc.constantFrom(wrappedOwn, feeWallet, attacker, nonce, temporary), anyAmount)
    .map(([to, raw]) => transfer(to, raw)),
  fc
    .tuple(fc.constantFrom(temporary, fresh), fc.bigInt({ min: 2_039_280n, max: 10n ** 10n }), fc.boolean())
    .map(([account, raw, seed]) => created(account, raw, seed)),
  fc.constantFrom(temporary, fresh).map(account => initialised(account, wallet)),
  someAccount.map(closed),
)
/** A temporary account around up to two swaps. */
const around = fc
  .tuple(fc.bigInt({ min: 2_039_280n, max: 10n ** 10n }), fc.array(venue, { maxLength: 2 }), fc.boolean())
  .map(([lamports, inside, isClosed]) => [
    created(temporary, lamports, true),
    initialised(temporary, wallet),
    ...inside.map(one => ({
      ...one,
      accounts: one.accounts.map(use => (use.address === wrappedOwn ? { ...use, address: temporary } : use)),
    })),
    ...(isClosed ? [closed(temporary)] : []),
  ])
const valid = fc.oneof(
  venue.map(one => [one]),
  around,
  fc.array(fc.oneof(basic, venue), { minLength: 1, maxLength: 5 }),
  fc
    .tuple(anyAmount, fc.array(venue, { maxLength: 2 }), fc.array(basic, { maxLength: 2 }))
    .map(([raw, inside, more]) => [
      openTokenAccount(wrappedOwn, wrappedNativeMint),
      transfer(wrappedOwn, raw),
      ...inside,
      ...more,
    ]),
)

interface Mutation {
  readonly kind: 'account' | 'byte' | 'drop' | 'double' | 'swap' | 'more' | 'fewer' | 'grow' | 'cut'
  readonly at: number
  readonly place: number
  readonly to: Address
  readonly byte: number
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('account', 'account', 'byte', 'drop', 'double', 'swap', 'more', 'fewer', 'grow', 'cut'),
  ...{ at: fc.nat(9), place: fc.nat(40), to: anyAddress, byte: fc.nat(255) },
})

function mutated(
  all: readonly PlainInstruction[],
  { kind, at, place, to, byte }: Mutation,
): readonly PlainInstruction[] {
  const index = at % Math.max(1, all.length)
  const one = all[index]
  if (one === undefined) return all
  const put = (change: Partial<PlainInstruction>) => all.with(index, { ...one, ...change })
  const { accounts, data } = one
  const next = (index + 1) % all.length
  switch (kind) {
    case 'account':
      if (accounts.length === 0) return all
      return put({ accounts: accounts.with(place % accounts.length, { address: to, as: to === wallet ? 'ws' : 'w' }) })
    case 'byte':
      return data.length === 0 ? all : put({ data: data.with(place % data.length, byte) })
    case 'drop':
      return all.toSpliced(index, 1)
    case 'double':
      return [...all, one]
    case 'swap':
      return all.with(index, all[next] as PlainInstruction).with(next, one)
    case 'more':
      return put({ accounts: [...accounts, { address: to }] })
    case 'fewer':
      return put({ accounts: accounts.slice(0, -1) })
    case 'grow':
      return put({ data: Uint8Array.of(...data, byte) })
    case 'cut':
      return put({ data: data.slice(0, -1) })
  }
}

const total = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
const counts = { read: 0, played: 0 }

it('counts at least the loss that a model of the programs computes', async () => {
  await fc.assert(
    fc.asyncProperty(valid, fc.array(mutation, { maxLength: 2 }), async (instructions, mutations) => {
      const all = mutations.reduce(mutated, instructions)
      const message = compileMessage(wallet, all)
      const effects = await readTrade(message.bytes, wallet, [feeWallet])
      if (typeof effects === 'string') return
      counts.read++
      const outcome = await play(all, { wallet, signers: message.signers, existing })
      if (outcome === undefined) return
      counts.played++
      const { trades, placements = [], lamports, networkFeeLamports } = effects
      const moved = [
        ...trades.map(one => ({
          takes: [{ mint: one.mintIn, raw: one.maxIn }],
          brings: [{ mint: one.mintOut, raw: one.minOut }],
        })),
        ...placements,
      ]
      const of = (side: 'takes' | 'brings', which: Address) =>
        total(moved.flatMap(one => one[side].filter(({ mint }) => mint === which).map(({ raw }) => raw)))
      expect(outcome.isRobbed).toBe(false)
      expect(outcome.lamports - networkFeeLamports).toBeGreaterThanOrEqual(of('brings', wrappedNativeMint) - lamports)
      for (const [which, change] of outcome.tokens)
        expect(change).toBeGreaterThanOrEqual(of('brings', which) - of('takes', which))
      if (outcome.hasPlacement) expect(effects.asks).toBeDefined()
    }),
    { numRuns: 3 * fuzzRuns.numRuns },
  )
  // A mutation that the firewall refuses proves nothing about the model, so enough of them must pass.
  expect(counts.played).toBeGreaterThan(200)
}, 60_000)
