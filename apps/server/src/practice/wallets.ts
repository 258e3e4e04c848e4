import { type Address, lamports } from '@solana/kit'
import { closeAccountInstruction } from '@tern/chain'
import { type Client, createClient, withOwner } from '@tern/client'
import { keyPairOwner } from '@tern/core'
import type { PracticeChain } from '@tern/practice-chain'
import type { Floor, Maker } from '@tern/practice-chain/makers'
import { land } from './land.ts'

/** The faucet's most at once. */
const mostAirdrop = 100_000_000_000n
/** Closed in one transaction. */
const mostClosed = 8

/** The makers' wallets, each with a client of its own, all with the same connections. */
export interface Wallets {
  /** For what needs no wallet. */
  readonly client: Client
  clientOf(maker: Maker): Client
  /** Learns what a maker holds of the markets on the floor. */
  readHoldings(maker: Maker, floor: Floor, nowSeconds: number): Promise<void>
  /** Asks the faucet for what anybody is given; one request of a maker at a time. */
  refill(maker: Maker): Promise<void>
  /** Closes the maker's empty token accounts, so that what it has left behind does not pile up. */
  tidy(maker: Maker, signal: AbortSignal): Promise<void>
  close(): void
}

export async function openWallets(practice: PracticeChain, cast: readonly Maker[]): Promise<Wallets> {
  const { rpcUrl: rpc, wsUrl: subscriptions } = practice
  // The chain runs in this process: it answers whenever the process runs.
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
        if (amount > 0n) floor.hold({ key, ...maker }, mint, amount, nowSeconds)
    },
    async refill(maker) {
      if (refilling.has(maker)) return
      refilling.add(maker)
      const amount = maker.lamports < mostAirdrop ? maker.lamports : mostAirdrop
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
      if (empty.length < mostClosed) return
      const closed = empty.slice(0, mostClosed)
      const instructions = closed.map(account => closeAccountInstruction(account.address, address, account.program))
      await land(client, { signers: [maker.key], unitLimit: 60_000, instructions }, 0n, signal)
      client.chain.forget(closed.map((account): Address => account.address))
    },
    close: () => client.chain.close(),
  }
}
