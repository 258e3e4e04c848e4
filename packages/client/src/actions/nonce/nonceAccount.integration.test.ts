import { compileMessage, type Journal, type JournalRecord, sendTransaction, transferInstruction } from '@tern/chain'
import { advanceNonceInstruction, nonceAccountLamports, signatureFee } from '@tern/chain/internal'
import { nonceAccountAddress } from '@tern/core'
import { afterAll, expect, it } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { advanceNonce, closeNonce, openNonce } from './nonceAccount.ts'
import { readNonce } from './readNonce.ts'

/** Slow proofs run only with `npm run proof`. */
const isProof = process.env.PROOF === '1'

const market = await openMarket()
const { clientFor, newWallet, lamportsOf } = market
afterAll(market.close)

it('opens, advances and closes the wallet’s own nonce account, and all its lamports come back', async () => {
  const owner = await newWallet(sol)
  const client = clientFor(owner)
  expect(await readNonce(client)).toBeUndefined()
  const opened = await openNonce(client)
  expect(opened).toMatchObject({ authority: owner.address, lamports: nonceAccountLamports })
  expect(await openNonce(client)).toMatchObject({ nonce: opened.nonce })
  const advanced = await advanceNonce(client)
  expect(advanced.address).toBe(opened.address)
  expect(advanced.nonce).not.toBe(opened.nonce)
  const other = await openNonce(client, { index: 1, budget: { unitLimit: 2_000, priorityFeeLamports: 10n } })
  expect(other.address).not.toBe(opened.address)
  expect(await closeNonce(client)).toBe(nonceAccountLamports)
  expect(await readNonce(client)).toBeUndefined()
  expect(await lamportsOf(owner.address)).toBe(sol - nonceAccountLamports - 10n - 4n * signatureFee)
})

it('advances with the current value as its lifetime, so that it never cancels a later transaction', async () => {
  const records: JournalRecord[] = []
  const journal: Journal = {
    append: async record => void records.push(record),
    update: async () => {},
    list: async () => records,
  }
  const client = { ...clientFor(await newWallet(sol)), journal }
  const { address, nonce } = await openNonce(client)
  const after = await advanceNonce(client)
  const [opening, advancing] = records.map(({ transactions: [first] }) => first)
  expect(opening?.message.lifetime.kind).toBe('blockhash')
  expect(advancing?.message.lifetime).toMatchObject({ kind: 'nonce', nonce, nonceAccount: address })
  expect(after.nonce).not.toBe(nonce)
})

it.runIf(isProof)('distinguishes a transaction that can never land from a transaction that still may', async () => {
  const owner = await newWallet(sol)
  const client = clientFor(owner)
  const { address, nonce, slot } = await openNonce(client)
  await advanceNonce(client)
  const lifetime = { kind: 'nonce', nonce, nonceAccount: address, slot } as const
  const instructions = [
    advanceNonceInstruction(address, owner.address),
    transferInstruction(owner.address, address, 1n),
  ]
  const message = compileMessage({ feePayer: owner.address, lifetime, instructions })
  const [late = expect.fail('not signed')] = await owner.signTransactions([message])
  const outcome = await sendTransaction(client.chain, late, { providers: client.providers })
  expect(outcome.status).toBe('expired')
})

it('counts as missing if it only received lamports, and can still be opened', async () => {
  const client = clientFor(await newWallet(sol))
  const address = await nonceAccountAddress(client.owner?.address ?? expect.fail('no owner'), 0)
  await client.chain.rpc.requestAirdrop(address, 890_880n as never).send()
  await expect.poll(() => lamportsOf(address)).toBe(890_880n)
  expect(await readNonce(client)).toBeUndefined()
  const lamports = 890_880n + nonceAccountLamports
  expect(await openNonce(client)).toMatchObject({ lamports })
  expect(await closeNonce(client)).toBe(lamports)
})

it('F27 is not ready if it does not exist', async () => {
  const client = clientFor(await newWallet(sol))
  await expect(advanceNonce(client)).rejects.toMatchObject({
    code: 'trade/nonceNotReady',
    message: 'Nonce account not ready',
  })
  await expect(closeNonce(client)).rejects.toMatchObject({ code: 'trade/nonceNotReady' })
  await expect(openNonce(clientFor(undefined))).rejects.toMatchObject({ code: 'owner/missing' })
})
