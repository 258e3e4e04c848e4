import { type Address, encodeBase58, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openBank } from '../../test/openBank.ts'
import type { Bank } from '../bank/bank.ts'
import { type View, viewOf } from './view.ts'

const key = (n: number) => encodeBase58(new Uint8Array(32).fill(n + 1)) as Address
const few = [0, 1, 2]
const programs = [systemProgram, tokenProgram, token2022Program]

/** Sets or deletes an account. */
const change = fc.record({
  address: fc.nat(5),
  lamports: fc.nat(3),
  program: fc.nat(2),
  mint: fc.nat(2),
  owner: fc.nat(2),
  amount: fc.nat(9),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function apply(bank: Bank, { address, lamports, program, mint, owner, amount }: Change): void {
  const data = tokenAccountLayout.encode({
    mint: key(30 + mint),
    owner: key(40 + owner),
    amount: BigInt(amount),
    delegateOption: 0,
    delegate: systemProgram,
    state: 1,
    isNativeOption: 0,
    isNative: 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: 0,
    closeAuthority: systemProgram,
  })
  const content = { owner: programs[program] as Address, lamports: BigInt(lamports) * 10_000_000n, executable: false }
  bank.setAccount(key(address), { ...content, data })
}

/** Everything that a view shows of these accounts. */
function shown(view: View): unknown {
  const list = (found: Iterable<readonly [Address, { readonly lamports: bigint; readonly data: Uint8Array }]>) =>
    Array.from(
      found,
      ([address, { lamports, data }]) => `${address} ${lamports} ${Buffer.from(data).toString('hex')}`,
    ).sort()
  const bytes = (offset: number, address: Address) => [{ offset, bytes: addressBytes(address) }]
  return {
    accounts: [0, 1, 2, 3, 4, 5].map(n => view.account(key(n))),
    programs: programs.slice(1).map(program => list(view.accountsByOwner(program))),
    sized: programs.slice(1).map(program => list(view.accountsByOwner(program, { dataSize: 165 }))),
    queried: few.map(n => list(view.accountsByOwner(tokenProgram, { bytes: bytes(0, key(30 + n)) }))),
    owners: few.map(n => list(view.tokenAccountsByOwner(key(40 + n)))),
    mints: few.map(n => list(view.tokenAccountsByMint(key(30 + n)))),
  }
}

it('shows accounts as they were at the end of the slot that a commitment has reached', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 3 }), { minLength: 34, maxLength: 40 }), async slots => {
      const { bank, wait } = await openBank()
      const ends = new Map<bigint, unknown>()
      for (const changes of slots) {
        for (const one of changes) apply(bank, one)
        ends.set(bank.slot(), shown(viewOf(bank, { commitment: 'processed' })))
        await wait(400)
        for (const commitment of ['confirmed', 'finalized']) {
          const view = viewOf(bank, { commitment })
          const end = ends.get(view.slot)
          if (end !== undefined) expect(shown(view)).toEqual(end)
        }
      }
      expect(ends.has(bank.slot('finalized'))).toBe(true)
      await bank.close()
    }),
    { numRuns: 8 },
  )
})
