import { createSignerFromKeyPair, type Instruction, type KeyPairSigner } from '@solana/kit'
import { type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Pool, Protocol, Quote, Venue } from '@tern/venues'
import { expect } from 'vitest'
import type { Bank } from '../src/bank/bank.ts'
import { createBank } from '../src/bank/createBank.ts'
import { placeAccount } from '../src/world/genesis.ts'
import { createSeededWorld } from '../src/world/seededWorld.ts'
import { amountIn, createAta, syncNative } from './cpmm.ts'
import { sign, transfer } from './transactions.ts'

export const beginsAt = 1_790_000_000n
export const sol = 1_000_000_000n
const genesisHash = 'GMMx4s5ePSD2D3zAYYbg5h9RwYnwHkZgpETvV6SgzUTX'

/** A chain with a pool, and the pool's market maker, who holds the token and wrapped SOL. */
export interface PoolArena {
  readonly bank: Bank
  readonly maker: KeyPairSigner
  readonly pool: Address
  readonly mint: Address
  readonly venue: Venue
  land(...instructions: Instruction[]): Promise<{ readonly err: unknown; readonly logs: readonly string[] }>
}

interface Start {
  readonly seed: string
  readonly protocol: Protocol
  readonly venue: Venue
  /** Changes the data of the pool's account. */
  alter(data: Uint8Array): Uint8Array
  /** Unset: all programs are simulated. */
  readonly programsDir?: string | undefined
}

/** Starts a chain with the seeded world's pool of a protocol. */
async function startArena({ seed, protocol, venue, alter, programsDir }: Start): Promise<PoolArena> {
  const { genesis, tokens, marketMaker } = await createSeededWorld(seed, beginsAt)
  const token = tokens.find(one => one.protocol === protocol) ?? expect.fail('no pool in the world')
  const { owner, data } = genesis.get(token.pool) ?? expect.fail('no pool')
  placeAccount(genesis, token.pool, { owner, data: alter(data) })
  let now = Number(beginsAt) * 1_000
  const options = { slotMs: 0, now: () => (now += 400), genesis, genesisHash }
  const bank = await createBank({ ...options, ...(programsDir === undefined ? {} : { programsDir }) })
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  async function land(...instructions: Instruction[]) {
    await bank.tick()
    const wire = await sign(bank.latestBlockhash().blockhash, [maker], instructions)
    const result = await bank.submit(wire, { preflight: 'skip' })
    return (result.accepted && bank.transaction(result.signature)) || expect.fail('the chain did not take it')
  }
  const create = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  const wrapped = create.accounts?.[1]?.address as Address
  await land(create, transfer(maker.address, wrapped, 1_000n * sol), syncNative(wrapped))
  return { bank, maker, land, venue, pool: token.pool, mint: token.mint }
}

/** Returns the functions that start chains with a changed pool, and read the pool's state, for a protocol's layout. */
export const arenasOf = <State>({
  layout,
  ...of
}: Pick<Start, 'seed' | 'protocol' | 'venue'> & ChangedLayout<State>) => ({
  /** Starts a chain with a changed pool. `binaries`: the folder of the real program. */
  start: (change: Partial<State> = {}, binaries?: string): Promise<PoolArena> =>
    startArena({
      ...{ ...of, programsDir: binaries },
      alter: data => layout.encode({ ...layout.decode(data), ...change }),
    }),
  stateOf: ({ bank, pool }: PoolArena): State => layout.decode(bank.account(pool)?.data ?? new Uint8Array()),
})

interface ChangedLayout<State> {
  readonly layout: { encode(state: State): Uint8Array; decode(data: Uint8Array): State }
}

/** Opens the pool as it is now. */
export async function open({ bank, pool, venue }: Pick<PoolArena, 'bank' | 'pool' | 'venue'>): Promise<Pool> {
  const first = new Map([[pool, bank.account(pool)]])
  const rest = await venue.accountsToRead(pool, first)
  return venue.open(pool, new Map([...first, ...rest.map(one => [one, bank.account(one)] as const)]))
}

const heldIn = (arena: PoolArena, mint: Address) => associatedTokenAddress(arena.maker.address, mint, tokenProgram)

/** Returns the maker's balances of the tokens that a quote takes and brings. */
export const holdingsOf = (arena: PoolArena, { tokenIn, tokenOut }: Quote): Promise<bigint[]> =>
  Promise.all([tokenIn, tokenOut].map(async mint => amountIn(arena.bank, await heldIn(arena, mint))))

/** Makes the instructions of the maker's swap. */
export async function swapOf(
  arena: PoolArena,
  quote: Quote,
  { limit, form }: { readonly limit: bigint; readonly form?: string },
): Promise<readonly Instruction[]> {
  const owner = arena.maker.address
  const [tokenAccountIn, tokenAccountOut] = [await heldIn(arena, quote.tokenIn), await heldIn(arena, quote.tokenOut)]
  const pool = await open(arena)
  return pool.swap(quote, limit, { owner, payer: owner, tokenAccountIn, tokenAccountOut, form })
}

/** The outcome of a transaction whose first instruction fails with an error of its program. */
export const custom = (code: number) => ({ InstructionError: [0, { Custom: code }] })
