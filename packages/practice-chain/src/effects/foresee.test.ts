import { createSignerFromKeyPair } from '@solana/kit'
import {
  type AccountSnapshot,
  type Address,
  decodeMint,
  tokenProgram,
  transferFee,
  wrappedNativeMint,
} from '@tern/core'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import { expect, it } from 'vitest'
import { createAta, swapAccounts, syncNative } from '../../test/cpmm.ts'
import { openBank, u64 } from '../../test/openBank.ts'
import { type Instruction, sign, transfer } from '../../test/transactions.ts'
import type { AccountContent, InnerInstructions } from '../bank/bank.ts'
import { type Change, execute, prepare } from '../bank/execution.ts'
import { createVirtualMachine } from '../bank/virtualMachine.ts'
import { readWire } from '../bank/wire.ts'
import { raydiumCpmm } from '../programs/raydiumCpmm/index.ts'
import { createSeededWorld, type WorldToken } from '../world/seededWorld.ts'
import { effectsProgram } from './effectsProgram.ts'
import { foresee } from './foresee.ts'
import { absent } from './shadow.ts'

const seconds = 1_790_000_000n
const epoch = 0n
const close = (account: Address, owner: Address): Instruction => ({
  programAddress: tokenProgram,
  accounts: [
    { address: account, role: 1 },
    { address: owner, role: 1 },
    { address: owner, role: 2 },
  ],
  data: Uint8Array.of(9),
})

const approve = (account: Address, owner: Address, amount: bigint): Instruction => ({
  programAddress: tokenProgram,
  accounts: [
    { address: account, role: 1 },
    { address: owner, role: 0 },
    { address: owner, role: 2 },
  ],
  data: Uint8Array.of(4, ...u64(amount)),
})

/** Finds a token that charges a fee on transfers. */
const chargingIn = (tokens: readonly WorldToken[], accounts: ReadonlyMap<Address, AccountContent>) =>
  tokens.find(({ mint, protocol }) => {
    const account = accounts.get(mint)
    if (account === undefined || protocol !== 'raydium_cpmm') return false
    return transferFee(decodeMint(mint, { ...account, slot: 0n }), epoch, 1_000_000n) > 0n
  })

it('foresees chains of swaps, with and without transfer fees, among ordinary instructions: each needs a single run', async () => {
  const { genesis, tokens, marketMaker } = await createSeededWorld('foresee', seconds)
  const { bank } = await openBank({ genesis })
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  const wrapped = (await createAta(maker.address, wrappedNativeMint, tokenProgram)).accounts?.[1]?.address as Address
  const pools = tokens.filter(({ protocol }) => protocol === 'raydium_cpmm')
  const [plain, other] = pools.filter(({ program }) => program === tokenProgram)
  const charging = chargingIn(pools, new Map(genesis))
  if (plain === undefined || other === undefined || charging === undefined) throw new TypeError('three tokens')
  const setUp = [
    await createAta(maker.address, wrappedNativeMint, tokenProgram),
    transfer(maker.address, wrapped, 5_000_000_000n),
    syncNative(wrapped),
  ]
  const swap = async (token: typeof plain, side: 'buy' | 'sell', amount: bigint) => {
    const mint = side === 'buy' ? wrappedNativeMint : token.mint
    return encodeSwapBaseInput(
      await swapAccounts(bank, { pool: token.pool, payer: maker.address, mintIn: mint }),
      amount,
      1n,
    )
  }
  const lists: Instruction[][] = [setUp]
  for (const token of [plain, other, charging])
    lists.push([
      await swap(token, 'buy', 1_000_000n),
      await swap(token, 'sell', 1_000_000_000n),
      transfer(maker.address, wrapped, 70_000n),
      syncNative(wrapped),
      await swap(plain, 'buy', 2_000_000n),
    ])
  // The delegated amount counts, although the delegate is the owner.
  lists.push([approve(wrapped, maker.address, 5_000_000n)], [await swap(plain, 'buy', 2_000_000n)])
  lists.push([await swap(plain, 'sell', 1_000_000_000n), close(wrapped, maker.address)])
  lists.push([await swap(plain, 'sell', 1_000_000_000n)])

  const vm = createVirtualMachine(432_000n)
  vm.addProgram(raydiumCpmm.address, effectsProgram)
  for (const [address, content] of genesis) vm.setAccount(address, content)
  let runs = 0
  let machines: InnerInstructions = []
  const counting = {
    ...vm,
    send(...args: Parameters<typeof vm.send>) {
      runs++
      const run = vm.send(...args)
      machines = run.readInner()
      return run
    },
  }
  const read = (address: Address) => {
    const content = vm.account(address)
    return content === null ? null : { ...content, slot: 0n }
  }
  const { blockhash } = bank.latestBlockhash()
  const moment = {
    vm: counting,
    programs: new Map([[raydiumCpmm.address, raydiumCpmm]]),
    clock: { slot: 2n, unixTimestamp: seconds, epoch },
    latestBlockhash: blockhash,
  }
  const counted: number[] = []
  for (const list of lists) {
    const wire = readWire(await sign(blockhash, [maker], list))
    if (typeof wire === 'string') throw new TypeError(wire)
    runs = 0
    const prepared = prepare(wire, read)
    const { run, changes } = execute(prepared, moment, { keep: 'land', signatures: 'verify' })
    counted.push(runs)
    expect(run.readInner()).toEqual(machines)
    const changed = new Map(changes.map(({ address, content }: Change) => [address, content]))
    for (const [address, was] of prepared.before)
      expect(vm.account(address), address).toEqual(changed.has(address) ? changed.get(address) : contentOf(was))
    const isLast = list === lists.at(-1)
    expect(run.err === null).toBe(!isLast)
    expect(changes.map(({ address }: Change) => address)).toContain(maker.address)
  }
  expect(counted).toEqual(lists.map(() => 1))
  await bank.close()
})

function contentOf(account: AccountSnapshot | null): AccountContent | null {
  if (account === null) return null
  const { slot: _, ...content } = account
  return content
}

it('foresees nothing if an account does not fit its call', async () => {
  const { genesis, tokens } = await createSeededWorld('foresee', seconds)
  const world = new Map(genesis)
  const charging = chargingIn(tokens, world)
  if (charging === undefined) throw new TypeError('a token with a transfer fee')
  // A list of extensions that is cut in the middle of the transfer fee's extension.
  const data = new Uint8Array(170)
  data.set([2, 2, 0, 8, 0], 165)
  const to = charging.pool
  const transferChecked = {
    program: charging.program,
    accounts: [wrappedNativeMint, charging.mint, to].map(address => ({ address, isSigner: false, isWritable: true })),
    data: Uint8Array.of(12, 0, 202, 154, 59, 0, 0, 0, 0, 6),
  }
  const accounts = new Map([
    [charging.mint, world.get(charging.mint) ?? absent],
    [to, { ...absent, owner: charging.program, data }],
  ])
  const clock = { slot: 2n, unixTimestamp: seconds, epoch }
  expect(foresee({ programs: new Map(), clock, accounts, instructions: [transferChecked] }).scripts).toEqual([])
})
