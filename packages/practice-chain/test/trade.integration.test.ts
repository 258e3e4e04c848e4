import {
  type Address,
  createSignerFromKeyPair,
  type Instruction,
  type KeyPairSigner,
  type TokenBalance,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getCreateAssociatedTokenIdempotentInstruction, getSyncNativeInstruction } from '@solana-program/token'
import {
  type AccountSnapshot,
  associatedTokenAddress,
  decodeBase64,
  decodeTokenAccount,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { SwapRequest } from '@tern/venues'
import { loadVenue } from '@tern/venues'
import { readTrade } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorldToken } from '../src/index.ts'
import { sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let maker: KeyPairSigner
let wrapped: Address

beforeAll(async () => {
  // The world must work with the real programs as with the simulated programs.
  const programsDir = process.env.PROGRAMS_DIR
  on = await startChain(programsDir === undefined ? {} : { programsDir })
  maker = await createSignerFromKeyPair(on.chain.marketMaker)
  wrapped = await associatedTokenAddress(maker.address, wrappedNativeMint, tokenProgram)
  const signature = await on.send(maker, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: maker,
      owner: maker.address,
      mint: wrappedNativeMint,
      ata: wrapped,
    }),
    getTransferSolInstruction({ source: maker, destination: wrapped, amount: 100n * sol }),
    getSyncNativeInstruction({ account: wrapped }),
  ])
  await on.until(signature)
})
afterAll(() => on.chain.close())

async function read(addresses: readonly Address[]): Promise<Map<Address, AccountSnapshot | null>> {
  const { context, value } = await on.rpc.getMultipleAccounts([...addresses], { encoding: 'base64' }).send()
  const accounts = value.map(
    account =>
      account && {
        owner: account.owner,
        lamports: account.lamports,
        executable: account.executable,
        data: decodeBase64(account.data[0]),
        slot: context.slot,
      },
  )
  return new Map(addresses.map((address, i) => [address, accounts[i] ?? null]))
}

async function openPool({ protocol, pool: address }: WorldToken) {
  const venue = await loadVenue(protocol)
  const known = new Map<Address, AccountSnapshot | null>()
  for (;;) {
    const wanted = await venue.accountsToRead(address, known)
    if (wanted.length === 0) return venue.open(address, known)
    for (const [at, account] of await read(wanted)) known.set(at, account)
  }
}

async function amountIn(account: Address): Promise<bigint> {
  return decodeTokenAccount(account, (await read([account])).get(account)).amount
}

async function trade(token: WorldToken, request: SwapRequest) {
  const pool = await openPool(token)
  const slot = await on.rpc.getSlot({ commitment: 'processed' }).send()
  const unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
  const quote = pool.quote(request, { slot, unixTimestamp, epoch: 0n })
  const held = await associatedTokenAddress(maker.address, token.mint, token.program)
  const [tokenAccountIn, tokenAccountOut] = request.tokenIn === token.mint ? [held, wrapped] : [wrapped, held]
  const before = { in: await amountIn(tokenAccountIn), out: await amountIn(tokenAccountOut) }
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  const parties = { owner: maker.address, payer: maker.address, tokenAccountIn, tokenAccountOut }
  const instructions = await pool.swap(quote, limit, parties)
  const signature = await on.send(maker, instructions as readonly Instruction[])
  await on.until(signature)
  const paid = before.in - (await amountIn(tokenAccountIn))
  const received = (await amountIn(tokenAccountOut)) - before.out
  return { quote, paid, received, signature }
}

describe('a trade in the seeded world', () => {
  it('pays exactly the quote, in both directions, for every token', async () => {
    for (const token of on.chain.world.filter(({ stage }) => stage === 'pool')) {
      const bought = await trade(token, { tokenIn: wrappedNativeMint, exactIn: sol / 10n })
      expect([token.symbol, bought.paid, bought.received]).toEqual([
        token.symbol,
        bought.quote.amountIn,
        bought.quote.amountOut,
      ])
      const sold = await trade(token, { tokenIn: token.mint, exactIn: bought.received })
      expect([token.symbol, sold.paid, sold.received]).toEqual([
        token.symbol,
        sold.quote.amountIn,
        sold.quote.amountOut,
      ])
      expect(sold.received).toBeLessThan(bought.paid)
    }
  })

  it('pays exactly the quote for a wanted amount', async () => {
    const [token] = on.chain.world
    if (token === undefined) expect.fail('no token')
    const { quote, paid, received } = await trade(token, { tokenIn: wrappedNativeMint, exactOut: 12_345_678n })
    expect([received, paid]).toEqual([12_345_678n, quote.amountIn])
  })

  it('leaves logs, balances and an event that describe the trade', async () => {
    const [token] = on.chain.world
    if (token === undefined) expect.fail('no token')
    const { signature, paid, received } = await trade(token, { tokenIn: wrappedNativeMint, exactIn: sol })
    const record = await on.rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    const held = (balances: readonly TokenBalance[] | undefined, mint: Address) =>
      BigInt(balances?.find(one => one.owner === maker.address && one.mint === mint)?.uiTokenAmount.amount ?? 0)
    const change = (mint: Address) =>
      held(record?.meta?.postTokenBalances, mint) - held(record?.meta?.preTokenBalances, mint)
    expect([change(wrappedNativeMint), change(token.mint)]).toEqual([-paid, received])
    expect(record?.meta?.innerInstructions?.length).toBe(1)
    const event = (record?.meta?.logMessages ?? []).find(line => line.startsWith('Program data: '))
    expect(readTrade(decodeBase64(event?.slice('Program data: '.length) ?? ''))).toMatchObject({
      pool: token.pool,
      amountIn: paid,
      amountOut: received,
    })
  })
})
