import { type Address, lamports } from '@solana/kit'
import { closeAccountInstruction } from '@tern/chain'
import { type Client, createClient, withOwner } from '@tern/client'
import { keyPairOwner } from '@tern/core'
import type { PracticeChain } from '@tern/practice-chain'
import type { Floor, Maker } from '@tern/practice-chain/internal/makers'
import { landDeed } from './landDeed.ts'

/** Max lamports of an airdrop. */
const maxAirdrop = 100_000_000_000n
/** Max accounts closed in a transaction. */
const maxClosed = 8

/** The makers' wallets. Each has its own client, and all of the clients share the same connections. */
export interface Wallets {
  /** The client for requests without a wallet. */
  readonly client: Client
  clientOf(maker: Maker): Client
  /** Reads the maker's holdings of the open markets' tokens. */
  readHoldings(maker: Maker, floor: Floor, nowSeconds: number): Promise<void>
  /** Reads the maker's holding of a token. */
  readHolding(
    holder: { readonly maker: Maker; readonly mint: Address },
    floor: Floor,
    nowSeconds: number,
  ): Promise<void>
  /** Requests an airdrop. A maker has at most a single request at a time. */
  refill(maker: Maker): Promise<void>
  /** Closes empty token accounts of the maker, so that they do not pile up. */
  tidy(maker: Maker, signal: AbortSignal): Promise<void>
  close(): void
}

export async function openWallets(practice: PracticeChain, cast: readonly Maker[]): Promise<Wallets> {
  const { rpcUrl: rpc, wsUrl: subscriptions } = practice
  // The chain runs in this process, so it answers whenever the process runs.
  const client = createClient({ rpc, subscriptions, timeoutMs: Number.POSITIVE_INFINITY })
  const clients = new Map(
    await Promise.all(
      cast.map(async maker => [maker, withOwner(client, await keyPairOwner(maker.key.keyPair))] as const),
    ),
  )
  const refilling = new Set<Maker>()
  return {
    client,
    clientOf: maker => clients.get(maker) ?? client,
    async readHoldings({ key, ...maker }, floor, nowSeconds) {
      for (const { mint, amount } of await client.chain.readTokenAccounts(key.address))
        if (amount > 0n) floor.hold({ key, ...maker }, mint, { tokens: amount, nowSeconds })
    },
    async readHolding({ maker, mint }, floor, nowSeconds) {
      const held = (await client.chain.readTokenAccounts(maker.key.address)).filter(account => account.mint === mint)
      const tokens = held.reduce((sum, account) => sum + account.amount, 0n)
      floor.hold(maker, mint, { tokens, nowSeconds })
    },
    async refill(maker) {
      if (refilling.has(maker)) return
      refilling.add(maker)
      const amount = maker.lamports < maxAirdrop ? maker.lamports : maxAirdrop
      try {
        await client.chain.rpc.requestAirdrop(maker.key.address, lamports(amount)).send()
        client.chain.forget([maker.key.address])
      } finally {
        refilling.delete(maker)
      }
    },
    async tidy(maker, signal) {
      const { address } = maker.key
      const empty = (await client.chain.readTokenAccounts(address)).filter(({ amount }) => amount === 0n)
      if (empty.length < maxClosed) return
      const closed = empty.slice(0, maxClosed)
      const instructions = closed.map(account => closeAccountInstruction(account.address, address, account.program))
      await landDeed(
        client,
        { signers: [maker.key], unitLimit: 60_000, instructions },
        { priorityFeeLamports: 0n, signal },
      )
      client.chain.forget(closed.map((account): Address => account.address))
    },
    close: () => client.chain.close(),
  }
}
