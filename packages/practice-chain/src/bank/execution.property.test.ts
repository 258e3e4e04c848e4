import { createSignerFromKeyPair } from '@solana/kit'
import { type Address, associatedTokenAddress, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressBytes, recentBlockhashesSysvar, rentSysvar } from '@tern/core/internal'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAta, swapAccounts, syncNative } from '../../test/cpmm.ts'
import { openBank, sol, u64 } from '../../test/openBank.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign, transfer } from '../../test/transactions.ts'
import { effectsProgram } from '../effects/effectsProgram.ts'
import { raydiumCpmm } from '../programs/raydiumCpmm/index.ts'
import { createSeededWorld } from '../world/seededWorld.ts'
import type { AccountContent } from './bank.ts'
import { execute, type Keep, prepare } from './execution.ts'
import { durableNonce } from './nonce.ts'
import { createVirtualMachine } from './virtualMachine.ts'
import { readWire } from './wire.ts'

const unixTimestamp = 1_790_000_000n
/** The blockhashes that transactions name and that the chain has as its latest. */
const blockhashes = ['4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi', '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR']

const system = (tag: number, accounts: readonly (readonly [Address, 0 | 1 | 2])[], data: Uint8Array): Instruction => ({
  programAddress: systemProgram,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: Buffer.concat([Uint8Array.of(tag, 0, 0, 0), data]),
})

function nonceAccount(authority: Address, blockhash: string): AccountContent {
  const head = Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0)
  const data = Buffer.concat([head, addressBytes(authority), durableNonce(blockhash), u64(5_000n)])
  return { owner: systemProgram, lamports: sol, executable: false, data: new Uint8Array(data) }
}

/**
 * Opens a world with two more wallets and nonces, twice: in a machine and in a plain map. A run must change both alike.
 */
async function openMachine() {
  const { genesis, tokens, marketMaker } = await createSeededWorld('machine', unixTimestamp)
  const { bank } = await openBank({ genesis })
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  const [poor, poorer, nonce, otherNonce] = await Promise.all([newSigner(), newSigner(), newSigner(), newSigner()])
  const vm = createVirtualMachine(432_000n)
  vm.addProgram(raydiumCpmm.address, effectsProgram)
  const beside = new Map<Address, AccountContent>(genesis)
  const wallet = { owner: systemProgram, lamports: 3n * sol, executable: false, data: new Uint8Array() }
  for (const { address } of [poor, poorer]) beside.set(address, wallet)
  for (const [i, { address }] of [nonce, otherNonce].entries())
    beside.set(address, nonceAccount(maker.address, blockhashes[i] ?? ''))
  for (const [address, content] of beside) vm.keep(address, content)
  const pools = tokens.filter(({ protocol }) => protocol === 'raydium_cpmm').slice(0, 5)
  const swaps = await Promise.all(
    pools.flatMap(({ pool, mint }) =>
      [mint, wrappedNativeMint].map(from => swapAccounts(bank, { pool, payer: maker.address, mintIn: from })),
    ),
  )
  const wrapped = await associatedTokenAddress(maker.address, wrappedNativeMint, tokenProgram)
  const open = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  await bank.close()
  return {
    vm,
    beside,
    swaps,
    wrapped,
    open,
    signers: [maker, poor, poorer],
    nonces: [nonce.address, otherNonce.address],
  }
}

const kind = fc.constantFrom('transfer', 'advance', 'withdraw', 'swap', 'wrap', 'unwrap', 'fail')
const deed = fc.record({ kind, a: fc.nat(2), b: fc.nat(9), amount: fc.bigInt(1n, 4n * sol), isGreedy: fc.boolean() })
const step = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 4 }),
  payer: fc.nat(2),
  keep: fc.constantFrom<Keep>('simulate', 'preflight', 'land', 'land'),
  named: fc.constantFrom(...blockhashes),
  latestBlockhash: fc.constantFrom(...blockhashes),
})

it('leaves the machine exactly as the changes say', async () => {
  const { vm, beside, swaps, wrapped, open, signers, nonces } = await openMachine()
  const [maker] = signers as [KeyPairSigner]
  const of = <T>(list: readonly T[], i: number) => list[i % list.length] as T

  function instructionsOf({ kind, a, b, amount, isGreedy }: typeof deed extends fc.Arbitrary<infer D> ? D : never) {
    const nonce = of(nonces, b)
    const authority = [maker.address, 2] as const
    switch (kind) {
      case 'transfer':
        return [transfer(of(signers, a).address, of([...signers.map(({ address }) => address), ...nonces], b), amount)]
      case 'advance':
        return [system(4, [[nonce, 1], [recentBlockhashesSysvar, 0], authority], new Uint8Array())]
      case 'withdraw': {
        const accounts = [
          [nonce, 1],
          [maker.address, 1],
          [recentBlockhashesSysvar, 0],
          [rentSysvar, 0],
          authority,
        ] as const
        return [system(5, accounts, u64(isGreedy ? sol : amount / 8n))]
      }
      case 'swap':
        return [encodeSwapBaseInput(of(swaps, b), amount, isGreedy && a === 0 ? 2n ** 62n : 1n)]
      case 'wrap':
        return [open, transfer(maker.address, wrapped, amount), syncNative(wrapped)]
      case 'unwrap': {
        const accounts = [wrapped, maker.address].map(address => ({ address, role: 1 as const }))
        return [
          {
            programAddress: tokenProgram,
            accounts: [...accounts, { address: maker.address, role: 2 as const }],
            data: Uint8Array.of(9),
          },
        ]
      }
      default:
        return [{ programAddress: tokenProgram, accounts: [], data: Uint8Array.of(200) }]
    }
  }

  const read = (address: Address) => {
    vm.bring(address)
    const content = beside.get(address) ?? vm.account(address)
    return content === null ? null : { ...content, slot: 0n }
  }
  const plain = (content: AccountContent | null | undefined) =>
    content
      ? [content.owner, content.lamports, content.executable, Buffer.from(content.data).toString('hex')]
      : undefined
  const watched = new Set<Address>([...beside.keys(), wrapped])
  const seen = { good: 0, failed: 0, left: 0 }

  await fc.assert(
    fc.asyncProperty(step, async ({ deeds, payer, keep, named, latestBlockhash }) => {
      const list: Instruction[] = deeds.flatMap(instructionsOf)
      const paying = of(signers, payer)
      const signing = new Set(
        list.flatMap(({ accounts = [] }) => accounts.filter(({ role }) => role > 1).map(one => one.address)),
      )
      const others = signers.filter(signer => signer !== paying && signing.has(signer.address))
      const wire = readWire(await sign(named, [paying, ...others], list))
      if (typeof wire === 'string') throw new TypeError(wire)
      vm.setSlot(sysvars(latestBlockhash))
      const programs = new Map([[raydiumCpmm.address, raydiumCpmm]])
      const prepared = prepare(wire, read)
      const clock = { slot: 2n, unixTimestamp, epoch: 0n }
      const { landed, changes, run } = execute(
        prepared,
        { vm, programs, clock, latestBlockhash },
        { keep, signatures: 'verify' },
      )
      seen[!landed ? 'left' : run.err === null ? 'good' : 'failed']++
      if (landed)
        for (const { address, content } of changes)
          if (content === null) beside.delete(address)
          else beside.set(address, content)
      for (const address of prepared.accounts)
        if (watched.has(address))
          expect([address, plain(vm.account(address))]).toEqual([address, plain(beside.get(address))])
    }),
    { numRuns: 400 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20)
}, 60_000)

/** The sysvars that change with a slot, reduced to the fields that this test uses. */
function sysvars(latestBlockhash: string) {
  const clock = new Uint8Array(40)
  new DataView(clock.buffer).setBigUint64(32, unixTimestamp, true)
  const recentBlockhashes = Buffer.concat([u64(1n), addressBytes(latestBlockhash), u64(5_000n)])
  return { clock, slotHashes: new Uint8Array(8), recentBlockhashes }
}
