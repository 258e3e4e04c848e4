import { createSignerFromKeyPair } from '@solana/kit'
import {
  type AccountSet,
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Pool, Quote, SwapRequest, Venue } from '@tern/venues'
import { readEvents } from '@tern/venues/read'
import type { TransactionRecord } from '../src/bank/bank.ts'
import { createBank } from '../src/bank/createBank.ts'
import { type Genesis, placeAccount } from '../src/world/genesis.ts'
import { castOf, launchersIn } from '../src/world/makers/cast.ts'
import { storyMint } from '../src/world/token.ts'
import { type Deed, launchedMint, type WorldVenue } from '../src/world/worldVenue.ts'
import { amountIn, createAta } from './cpmm.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign } from './transactions.ts'

/** The seed of the chain's keys. */
export const seed = 'world curve'
const sol = 1_000_000_000n
const manyUnits: Instruction = { programAddress: computeBudgetProgram, data: Uint8Array.of(2, 0x80, 0x1a, 6, 0) }

/**
 * A chain with a single curve of the world, and a user with 1,000 SOL.
 *
 * @param symbol the story's symbol.
 * @param progress the sold part of the curve.
 * @param change changes the placed accounts.
 */
export async function openWorldCurve(
  world: WorldVenue,
  venue: Venue,
  options: {
    readonly symbol: string
    readonly progress: number
    readonly change?: (genesis: Genesis, pool: Address, mint: Address) => void | Promise<void>
  },
) {
  const { curves } = world
  const one = curves?.seeds.find(({ symbol }) => symbol === options.symbol)
  if (curves === undefined || one === undefined) throw new TypeError('no such curve')
  const genesis: Genesis = new Map()
  await world.begin(genesis, seed)
  const cast = await castOf(seed)
  for (const { key, lamports } of cast)
    placeAccount(genesis, key.address, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: lamports })
  const [launcher] = launchersIn(cast)
  if (launcher === undefined) throw new TypeError('no launcher')
  await one.place(genesis, { seed, cast, launcher, launchedSeconds: 1_790_000_000, progress: options.progress })
  const mint = await launchedMint(curves, await storyMint(seed, one.symbol))
  const pool = await curves.poolOf(mint)
  await options.change?.(genesis, pool, mint)
  const bank = await createBank({ slotMs: 0, now: () => 1_790_000_000_000, genesis })
  const user = await newSigner()
  for (let i = 0; i < 10; i++) await bank.airdrop(user.address, 100n * sol)
  const tokens = await associatedTokenAddress(user.address, mint, tokenProgram)

  async function land(...instructions: readonly Instruction[]): Promise<TransactionRecord> {
    return landBy([user], ...instructions)
  }
  async function landBy(
    signers: readonly [KeyPairSigner, ...KeyPairSigner[]],
    ...instructions: readonly Instruction[]
  ): Promise<TransactionRecord> {
    await bank.tick()
    const wire = await sign(bank.latestBlockhash().blockhash, signers, [manyUnits, ...instructions])
    const result = await bank.submit(wire, { preflight: 'skip' })
    const record = result.accepted ? bank.transaction(result.signature) : null
    if (record === null) throw new TypeError('nothing landed')
    return record
  }
  /** Lands a transaction of the world's makers. */
  async function enact({ signers, instructions }: Deed): Promise<TransactionRecord> {
    const [first, ...others] = await Promise.all(signers.map(({ keyPair }) => createSignerFromKeyPair(keyPair)))
    if (first === undefined) throw new TypeError('no signer')
    return landBy([first, ...others], ...instructions)
  }
  await land(await createAta(user.address, mint, tokenProgram))

  const read = async (addresses: readonly Address[]): Promise<AccountSet> => readAll(addresses)
  const readAll = (addresses: readonly Address[]): AccountSet => new Map(addresses.map(a => [a, bank.account(a)]))
  async function open(): Promise<Pool> {
    let read: AccountSet = new Map()
    for (;;) {
      const wanted = (await venue.accountsToRead(pool, read, mint)).filter(a => !read.has(a))
      if (wanted.length === 0) return venue.open(pool, read, mint)
      read = new Map([...read, ...readAll(wanted)])
    }
  }
  async function encode(quote: Quote, limit: bigint): Promise<readonly Instruction[]> {
    const wrapped = await associatedTokenAddress(user.address, wrappedNativeMint, tokenProgram)
    const isBuy = quote.tokenIn === wrappedNativeMint
    const [tokenAccountIn, tokenAccountOut] = isBuy ? [wrapped, tokens] : [tokens, wrapped]
    return (await open()).swap(quote, limit, {
      ...{ owner: user.address, payer: user.address, tokenAccountIn, tokenAccountOut },
    })
  }
  /** Trades at the quote, with `tighter` units less room. Returns the amounts that moved, without the network fee. */
  async function trade(request: SwapRequest, tighter = 0n) {
    const quote = (await open()).quote(request, bank.clock())
    const limit = 'exactIn' in request ? quote.amountOut + tighter : quote.amountIn - tighter
    const instructions = await encode(quote, limit)
    const lamports = () => bank.account(user.address)?.lamports ?? 0n
    const before = { sol: lamports(), tokens: amountIn(bank, tokens) }
    const record = await land(...instructions)
    const moved = { sol: lamports() - before.sol + record.fee, tokens: amountIn(bank, tokens) - before.tokens }
    const outer = instructions.map(({ programAddress, accounts = [], data = [] }) => ({
      program: programAddress,
      accounts: accounts.map(({ address }) => address),
      data: Uint8Array.from(data),
    }))
    const inner = record.innerInstructions.flatMap(({ instructions: list }) =>
      list.map(({ programIdIndex, data }) => ({ program: record.accounts[programIdIndex] as Address, data })),
    )
    const executed = { logs: record.logs, inner, instructions: outer }
    const events = await readEvents(venue.programs[0] as Address, executed, async list => readAll(list))
    return { quote, record, moved, events }
  }
  return { bank, user, mint, pool, tokens, land, landBy, enact, read, open, encode, trade, launcher }
}
