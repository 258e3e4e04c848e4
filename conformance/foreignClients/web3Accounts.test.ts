import {
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  type PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, errorOf, startCluster } from './startCluster.ts'

const sol = LAMPORTS_PER_SOL
let on: Cluster
let connection: Cluster['connection']
let payer: Keypair

beforeAll(async () => {
  on = await startCluster({ world: 'empty' })
  connection = on.connection
  payer = await on.fund(50)
})
afterAll(() => on.chain.close())

const transfer = (to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports })

describe('web3.js v1 makes and uses a lookup table', () => {
  it('and a transaction that needs one', async () => {
    const slot = (await connection.getSlot('finalized')) || 1
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: slot,
    })
    const receivers = Array.from({ length: 20 }, () => Keypair.generate().publicKey)
    const extend = AddressLookupTableProgram.extendLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      lookupTable: table,
      addresses: receivers,
    })
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [payer])
    const { value: account } = await connection.getAddressLookupTable(table)
    expect(account?.state.addresses.map(String)).toEqual(receivers.map(String))
    expect(account?.isActive()).toBe(true)

    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: receivers.map(to => transfer(to, sol / 10)),
    })
    const transaction = new VersionedTransaction(message.compileToV0Message(account === null ? [] : [account]))
    transaction.sign([payer])
    expect(transaction.message.staticAccountKeys.length).toBe(2)
    const signature = await connection.sendTransaction(transaction)
    await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    const balances = await Promise.all(receivers.map(to => connection.getBalance(to)))
    expect(balances).toEqual(receivers.map(() => sol / 10))
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(landed?.meta?.loadedAddresses?.writable.map(String)).toEqual(receivers.map(String))
    const [first] = receivers
    if (first === undefined) expect.fail('no receivers')
    expect((await connection.getSignaturesForAddress(first)).map(one => one.signature)).toEqual([signature])

    const close = AddressLookupTableProgram.deactivateLookupTable({ authority: payer.publicKey, lookupTable: table })
    await sendAndConfirmTransaction(connection, new Transaction().add(close), [payer])
    expect((await connection.getAddressLookupTable(table)).value?.state.deactivationSlot).toBeLessThan(2n ** 64n - 1n)
  })
})

/** Waits for the end of the transaction's slot, because a nonce advances once a slot. */
const isOver = (signature: string) =>
  expect
    .poll(async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus)
    .toMatch(/confirmed|finalized/)

describe('web3.js v1 makes and uses a nonce account', () => {
  it('that outlives blockhashes, advances when the transaction fails, and gives its rent back', async () => {
    const nonce = Keypair.generate()
    const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
    await sendAndConfirmTransaction(
      connection,
      new Transaction().add(
        SystemProgram.createNonceAccount({
          fromPubkey: payer.publicKey,
          noncePubkey: nonce.publicKey,
          authorizedPubkey: payer.publicKey,
          lamports,
        }),
      ),
      [payer, nonce],
    )
    const read = async () => (await connection.getNonce(nonce.publicKey)) ?? expect.fail('no nonce')
    const first = await read()
    expect(first.authorizedPubkey.equals(payer.publicKey)).toBe(true)
    expect(NonceAccount.fromAccountData((await connection.getAccountInfo(nonce.publicKey))?.data ?? []).nonce).toBe(
      first.nonce,
    )

    const withNonce = (value: string, instruction: ReturnType<typeof transfer>) => {
      const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey })
      const transaction = new Transaction({
        feePayer: payer.publicKey,
        minContextSlot: 0,
        nonceInfo: { nonce: value, nonceInstruction: advance },
      })
      transaction.add(instruction).sign(payer)
      return transaction
    }
    const to = Keypair.generate().publicKey
    const paid = withNonce(first.nonce, transfer(to, sol))
    const signature = await connection.sendRawTransaction(paid.serialize())
    const strategy = {
      signature,
      minContextSlot: await connection.getSlot(),
      nonceAccountPubkey: nonce.publicKey,
      nonceValue: first.nonce,
    }
    const { value } = await connection.confirmTransaction(strategy, 'confirmed')
    expect([value.err, await connection.getBalance(to, 'processed')]).toEqual([null, sol])
    await isOver(signature)
    await expect(connection.sendRawTransaction(paid.serialize())).rejects.toThrow()

    const second = await read()
    const tooMuch = withNonce(second.nonce, transfer(to, 1_000 * sol))
    const failed = await connection.sendRawTransaction(tooMuch.serialize(), { skipPreflight: true })
    expect(await errorOf(connection.confirmTransaction(failed))).toEqual({ InstructionError: [1, { Custom: 1 }] })
    await isOver(failed)
    expect((await read()).nonce).not.toBe(second.nonce)

    const withdraw = SystemProgram.nonceWithdraw({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
      toPubkey: to,
      lamports,
    })
    await sendAndConfirmTransaction(connection, new Transaction().add(withdraw), [payer])
    expect([await connection.getAccountInfo(nonce.publicKey), await connection.getBalance(to)]).toEqual([
      null,
      sol + lamports,
    ])
  })
})
