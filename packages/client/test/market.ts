import { compileMessage, sendTransaction, transferInstruction } from '@tern/chain'
import { type Address, encodeBase58, keyPairOwner, type Owner, rentExemption } from '@tern/core'
import { type PracticeChainOptions, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { expect } from 'vitest'
import type { PlannedTrade, TradeRequest } from '../src/actions/trade/trade.ts'
import { type Client, type ClientOptions, createClient, type PoolName } from '../src/client.ts'

export const sol = 1_000_000_000n
export const priorityFeeLamports = 100_000n

/** Returns the address of 32 equal bytes. */
export const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

/** Starts a practice chain with a fee wallet, and returns helpers for its wallets and clients. */
export async function openMarket(options: Pick<PracticeChainOptions, 'snapshotsDir' | 'programsDir'> = {}) {
  const practice = await startPracticeChain({ slotMs: 100, ...options })
  const clients: Client[] = []
  const bank = createClient({ rpc: practice.rpcUrl })
  clients.push(bank)
  const feeWallet = (await newWallet(rentExemption(0))).address

  /** Creates a client. It charges Tern's fee unless the options say otherwise. */
  function clientFor(owner: Owner | undefined, options: Partial<ClientOptions> = {}): Client {
    const client = createClient({
      rpc: practice.rpcUrl,
      feeWallet,
      ...(owner === undefined ? {} : { owner }),
      ...options,
    })
    clients.push(client)
    return client
  }

  function clientWithoutFee(owner: Owner): Client {
    const client = createClient({ rpc: practice.rpcUrl, owner })
    clients.push(client)
    return client
  }

  async function newWallet(lamports: bigint): Promise<Owner> {
    const keyPair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
    const owner = await keyPairOwner(keyPair)
    const wanted = lamports as Parameters<typeof bank.chain.rpc.requestAirdrop>[1]
    await bank.chain.rpc.requestAirdrop(owner.address, wanted, { commitment: 'confirmed' }).send()
    while ((await lamportsOf(owner.address)) !== lamports) await new Promise(resolve => setTimeout(resolve, 50))
    return owner
  }

  async function read(address: Address) {
    return (await bank.chain.readAccounts([address], { maxAgeMs: 0 })).get(address) ?? null
  }

  async function lamportsOf(address: Address): Promise<bigint> {
    return (await read(address))?.lamports ?? 0n
  }

  async function tokensOf(owner: Address, mint: Address): Promise<bigint> {
    const accounts = await bank.chain.readTokenAccounts(owner)
    return accounts.find(account => account.mint === mint)?.amount ?? 0n
  }

  async function pay(from: Owner, to: Address, lamports: bigint): Promise<void> {
    const lifetime = await bank.chain.readBlockhash()
    const instructions = [transferInstruction(from.address, to, lamports)]
    const [signed] = await from.signTransactions([compileMessage({ feePayer: from.address, lifetime, instructions })])
    if (signed === undefined) expect.fail('not signed')
    const outcome = await sendTransaction(bank.chain, signed, { providers: bank.providers })
    expect(outcome.status).toBe('confirmed')
  }

  /** Sends lamports away until `lamports` are left. */
  async function leave(owner: Owner, lamports: bigint): Promise<void> {
    await pay(owner, feeWallet, (await lamportsOf(owner.address)) - 5000n - lamports)
  }

  function worldToken(pick: (token: WorldToken) => boolean = () => true): WorldToken {
    const found = practice.world.find(pick)
    if (found === undefined) expect.fail('the world has no such token')
    return found
  }

  async function close(): Promise<void> {
    for (const { chain } of clients) chain.close()
    await practice.close()
  }

  return {
    practice,
    feeWallet,
    clientFor,
    clientWithoutFee,
    newWallet,
    read,
    lamportsOf,
    tokensOf,
    pay,
    leave,
    worldToken,
    close,
  }
}

export function requestFor(
  { mint, pool, protocol }: WorldToken,
  amountIn: bigint,
): TradeRequest & { readonly pool: PoolName } {
  return { mint, pool: { protocol, address: pool }, amountIn, slippageBps: 100, priorityFeeLamports }
}

/** Returns the plan, if there is no reason against it. */
export function planOf({ plan, quote, preview, reasons }: PlannedTrade) {
  expect(reasons.map(({ text }) => text)).toEqual([])
  if (plan === undefined || quote === undefined || preview === undefined) expect.fail('nothing planned')
  return { plan, quote, preview }
}

export const texts = ({ reasons }: PlannedTrade) => reasons.map(({ text }) => text)
