import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, encodeBase58, systemProgram } from '@tern/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balance, sol } from '../../test/openBank.ts'
import { type KeyPairSigner, newSigner, sign, transfer } from '../../test/transactions.ts'
import type { Bank } from './bank.ts'
import { createBank } from './createBank.ts'

type Step =
  | { readonly do: 'submit'; readonly from: number; readonly to: number; readonly amount: bigint }
  | { readonly do: 'submitAgain'; readonly which: number }
  | { readonly do: 'tick'; readonly times: number }
  | { readonly do: 'travel'; readonly slots: bigint }
  | { readonly do: 'rollback'; readonly slots: bigint }
  | { readonly do: 'reopen'; readonly how: 'closed' | 'killed' }

const wallet = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('submit' as const), from: wallet, to: wallet, amount: fc.bigInt(1n, sol) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('submitAgain' as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tick' as const), times: fc.constantFrom(1, 2, 3, 40, 149) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('travel' as const), slots: fc.bigInt(1n, 300n) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rollback' as const), slots: fc.bigInt(1n, 33n) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reopen' as const), how: fc.constantFrom('closed' as const, 'killed') }),
  },
)

/** The model's state at the end of a block. */
interface State {
  readonly balances: readonly bigint[]
  /** The signatures of the landed transactions. */
  readonly landed: ReadonlySet<string>
}

interface Sent {
  readonly wire: Uint8Array
  readonly signature: string
  readonly blockhash: string
  readonly from: number
  readonly to: number
  readonly amount: bigint
}

/** A model of the chain, as plain as possible. */
class Model {
  now: State
  /** The states after the newest blocks; the first is final. */
  past: State[]
  /** Blockhashes that are or were the latest, by height. */
  hashes: (string | undefined)[]
  slot = 1n

  constructor(now: State, hash: string) {
    this.now = now
    this.past = [now]
    this.hashes = [hash]
  }

  block(hash: string): void {
    this.past = [...this.past, this.now].slice(-32)
    this.hashes.push(hash)
  }

  get maxBack(): bigint {
    return BigInt(Math.min(31, this.past.length))
  }

  rollback(slots: number): void {
    this.now = this.past.at(-slots) as State
    if (slots === 1) return
    this.past = this.past.slice(0, 1 - slots)
    this.hashes = this.hashes.slice(0, 1 - slots)
  }

  /** Predicts a transaction's result. */
  submit({ signature, blockhash, from, to, amount }: Sent): 'landed' | string {
    if (!this.hashes.slice(-150).includes(blockhash)) return 'BlockhashNotFound'
    if (this.now.landed.has(signature)) return 'AlreadyProcessed'
    const balances = [...this.now.balances]
    balances[from] = (balances[from] as bigint) - 5_000n
    const isEnough = (balances[from] as bigint) - amount >= (from === to ? -amount : 890_880n)
    if (isEnough || from === to) {
      balances[from] = (balances[from] as bigint) - amount
      balances[to] = (balances[to] as bigint) + amount
    }
    this.now = { balances, landed: new Set([...this.now.landed, signature]) }
    return 'landed'
  }
}

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'model-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const begins = 1_790_000_000_000

describe('a chain that is rolled back, travels and is killed', () => {
  it('agrees with a plain model at every step', async () => {
    const wallets = (await Promise.all([newSigner(), newSigner(), newSigner()])) as KeyPairSigner[]
    const addresses: Address[] = wallets.map(({ address }) => address)
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
        let [round, dataDir] = [0, join(directory, `${run++}`)]
        const open = () => createBank({ dataDir, slotMs: 0, now: () => begins, snapshotEvery: 7, slotsPerEpoch: 64n })
        let bank: Bank = await open()
        for (const address of addresses)
          bank.setAccount(address, {
            owner: systemProgram,
            lamports: 5n * sol,
            executable: false,
            data: new Uint8Array(),
          })
        // The wallets exist from the first block on.
        const start = { balances: addresses.map(() => 5n * sol), landed: new Set<string>() }
        const model = new Model(start, bank.latestBlockhash().blockhash)
        await bank.tick()
        model.block(bank.latestBlockhash().blockhash)
        model.past = [start]
        for (let i = 0; i < 32; i++) {
          await bank.tick()
          model.block(bank.latestBlockhash().blockhash)
        }
        const sent: Sent[] = []
        let lastSlot = bank.slot()

        async function check(what: Sent): Promise<void> {
          const expected = model.submit(what)
          const result = await bank.submit(what.wire, { preflight: 'skip' })
          const refusal = result.accepted ? undefined : result.refusal
          expect(refusal?.kind === 'transaction' ? refusal.simulation.err : (refusal?.kind ?? 'landed')).toBe(expected)
        }

        async function carryOut(one: Step): Promise<void> {
          switch (one.do) {
            case 'submit': {
              const { from, to, amount } = one
              const { blockhash } = bank.latestBlockhash()
              const [payer, other] = [wallets[from] as KeyPairSigner, addresses[to] as Address]
              const wire = await sign(blockhash, [payer], [transfer(payer.address, other, amount)])
              const signature = encodeBase58(wire.subarray(1, 65))
              const what = { wire, signature, blockhash, from, to, amount }
              sent.push(what)
              return check(what)
            }
            case 'submitAgain': {
              const what = sent.at(-1 - one.which)
              return what === undefined ? undefined : check(what)
            }
            case 'tick':
              for (let i = 0; i < one.times; i++) {
                await bank.tick()
                model.block(bank.latestBlockhash().blockhash)
              }
              return
            case 'travel':
              await bank.travel({ slots: one.slots })
              model.block(bank.latestBlockhash().blockhash)
              return
            case 'rollback':
              if (one.slots > model.maxBack)
                return expect(bank.rollback(one.slots)).rejects.toMatchObject({ code: 'practice/rollback' })
              await bank.rollback(one.slots)
              return model.rollback(Number(one.slots))
            case 'reopen': {
              const [height, before] = [bank.blockHeight(), bank.clock()]
              if (one.how === 'killed') cpSync(dataDir, `${dataDir}.${++round}`, { recursive: true })
              await bank.close()
              if (one.how === 'killed') dataDir = `${dataDir}.${round}`
              bank = await open()
              expect(bank.blockHeight() - height).toBe(1n)
              expect(bank.clock().unixTimestamp).toBe(before.unixTimestamp)
              model.block(bank.latestBlockhash().blockhash)
              model.past = [model.now]
            }
          }
        }

        for (const one of steps) {
          await carryOut(one)
          expect(addresses.map(address => balance(bank, address))).toEqual(model.now.balances)
          expect(bank.epochInfo().transactionCount).toBe(BigInt(model.now.landed.size))
          expect(bank.slot()).toBeGreaterThanOrEqual(lastSlot)
          lastSlot = bank.slot()
          expect(bank.latestBlockhash().blockhash).toBe(model.hashes.at(-1))
        }
        for (const { signature } of sent) expect(bank.status(signature) !== null).toBe(model.now.landed.has(signature))
        await bank.close()
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
