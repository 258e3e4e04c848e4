import type { Address } from '@solana/addresses'
import { describe, expect, it } from 'vitest'
import { compiledBytes, type TestInstruction } from '../test/compiledBytes.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { lighthouseProgram } from './addresses.ts'
import { assembleTransaction } from './assembleTransaction.ts'
import { encodeBase58 } from './base58.ts'
import type { Lifetime, Message } from './owner.ts'
import { walletStandardOwner } from './walletStandard.ts'

const [venue, pool, mint, blockhash, table] = [1, 2, 3, 4, 5].map(filledAddress) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const swap: TestInstruction = { program: venue, accounts: [pool, mint], data: [9, 200] }
const swapOf = (change: Partial<TestInstruction>): TestInstruction => ({ ...swap, ...change })
const assertion = (kind: number): TestInstruction => ({
  program: lighthouseProgram,
  accounts: [pool],
  data: [kind, 0, 1],
})
const lifetime: Lifetime = { kind: 'blockhash', blockhash, lastValidBlockHeight: 150n }

interface Input {
  readonly transaction: Uint8Array
}
type Answer = (inputs: readonly Input[]) => unknown

/**
 * A wallet with a key and the name Kestrel, which contains marks that reverse letters. It signs the bytes that
 * `bytesOf` makes of the request.
 */
async function walletWith() {
  const keys = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))) as Address
  const account = { address, chains: ['solana:mainnet'] }
  const asked: (readonly Input[])[] = []
  const sign = async (bytes: Uint8Array) => {
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, Uint8Array.from(bytes)))
    return { signedTransaction: Uint8Array.from([1, ...signature, ...bytes]) }
  }
  const owner = (answer: Answer, chain?: string) => {
    const signTransaction = async (...inputs: Input[]) => {
      asked.push(inputs)
      return answer(inputs)
    }
    const feature = { supportedTransactionVersions: ['legacy', 0], signTransaction }
    const wallet = { name: 'Kes\u202Etrel', features: { 'solana:signTransaction': feature } }
    return walletStandardOwner(wallet, account, chain === undefined ? {} : { chain })
  }
  const compiled = (
    instructions: readonly TestInstruction[],
    change: Partial<Parameters<typeof compiledBytes>[0]> = {},
  ) => compiledBytes({ payer: address, lifetime: blockhash, instructions, ...change })
  const message = (bytes = compiled([swap])): Message => ({
    ...{ bytes, lifetime, feePayer: address, signers: [address] },
  })
  /** Asks for a signature of `message` while the wallet signs these bytes instead. */
  const signing = async (bytes: Uint8Array, asked = message()) =>
    (await owner(async () => [await sign(bytes)]).signTransactions([asked]))[0]
  return { account, address, asked, owner, sign, compiled, message, signing }
}

const changed = { code: 'wallet/changedMessage', message: 'Kestrel changed the transaction, so it was not sent' }

describe('walletStandardOwner', () => {
  it('asks once for all messages, with the chain, and returns them ready for the wire', async () => {
    const { asked, owner, sign, message, account, compiled } = await walletWith()
    const messages = [message(), message(compiled([swap, swap]))]
    const all: Answer = inputs => Promise.all(inputs.map(({ transaction }) => sign(transaction.subarray(65))))
    const signed = await owner(all, 'solana:mainnet').signTransactions(messages)
    expect(asked).toEqual([
      messages.map(one => ({
        ...{ account, chain: 'solana:mainnet' },
        transaction: assembleTransaction(one, [new Uint8Array(64)]).bytes,
      })),
    ])
    for (const [i, { bytes, signature, message }] of signed.entries()) {
      expect(message).toEqual(messages[i])
      expect(bytes.subarray(65)).toEqual(messages[i]?.bytes)
      expect(encodeBase58(bytes.subarray(1, 65))).toBe(signature)
    }
    expect(await owner(all).signTransactions([])).toEqual([])
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['of two kinds', [swap, assertion(9), assertion(5)]],
    ['of the first kind', [swap, assertion(2)]],
    ['of the last kind', [swap, assertion(15)]],
  ])('accepts assertions of Lighthouse %s, and returns the signed bytes', async (_, instructions) => {
    const { signing, compiled } = await walletWith()
    const bytes = compiled(instructions)
    expect((await signing(bytes))?.message).toMatchObject({ bytes, lifetime })
  })

  it('accepts assertions of Lighthouse in a message with a lookup table', async () => {
    const { signing, compiled, message } = await walletWith()
    const tabled = (instructions: readonly TestInstruction[], address = table) =>
      compiled(instructions, { table: { address, holds: [pool] } })
    const asked = message(tabled([swap]))
    const bytes = tabled([swap, assertion(9)])
    expect((await signing(bytes, asked))?.message.bytes).toEqual(bytes)
    await expect(signing(tabled([swap, assertion(9)], filledAddress(7)), asked)).rejects.toMatchObject(changed)
  })

  it.each<[string, readonly TestInstruction[]]>([
    ['another amount', [swapOf({ data: [9, 199] })]],
    ['more data', [swapOf({ data: [9, 200, 0] })]],
    ['another account', [swapOf({ accounts: [pool, filledAddress(7)] })]],
    ['another program', [swapOf({ program: filledAddress(7) })]],
    ['nothing', []],
    ['it twice', [swap, swap]],
    ['something more', [swap, swapOf({ program: filledAddress(7) })]],
    ['a write of Lighthouse', [swap, assertion(0)]],
    ['a close of Lighthouse', [swap, assertion(1)]],
    ['a call of Lighthouse', [swap, assertion(16)]],
    ['assertions alone', [assertion(9)]],
    ['an assertion before it', [assertion(9), swap]],
    ['something more behind an assertion', [swap, assertion(9), swap]],
  ])('refuses a wallet that signs %s', async (_, instructions) => {
    const { signing, compiled } = await walletWith()
    await expect(signing(compiled(instructions))).rejects.toMatchObject(changed)
  })

  it('refuses another blockhash, and another payer', async () => {
    const { signing, compiled } = await walletWith()
    for (const change of [{ lifetime: filledAddress(7) }, { payer: filledAddress(7) }])
      await expect(signing(compiled([swap, assertion(9)], change))).rejects.toMatchObject(changed)
  })

  it('refuses an answer that is unsigned, signed by another key or malformed', async () => {
    const { owner, message } = await walletWith()
    const other = await walletWith()
    const bytes = message().bytes
    const forged = await other.sign(bytes)
    for (const answer of [
      [forged],
      [{ signedTransaction: assembleTransaction(message(), [new Uint8Array(64)]).bytes }],
      [{ signedTransaction: bytes }],
      [{ signedTransaction: new Uint8Array() }],
      [{ signedTransaction: 'x' }],
      [{}],
      [null],
      [],
      undefined,
      [forged, forged],
    ])
      await expect(owner(() => answer).signTransactions([message()])).rejects.toMatchObject(changed)
  })

  it('reports that the person declined, and the words of a wallet that failed', async () => {
    const { owner, message } = await walletWith()
    const refusing = (error: unknown) => owner(() => Promise.reject(error)).signTransactions([message()])
    for (const error of [
      { code: 4001, message: 'No' },
      new Error('User rejected the request.'),
      new Error('Transaction cancelled'),
      new Error('Approval Denied'),
    ])
      await expect(refusing(error)).rejects.toMatchObject({
        ...{ code: 'wallet/notConfirmed', message: 'You cancelled it, so nothing was signed' },
      })
    await expect(refusing(new Error('Ledger is not plugged in'))).rejects.toMatchObject({
      ...{ code: 'wallet/didNotSign', message: 'Kestrel did not sign: Ledger is not plugged in' },
    })
    await expect(refusing(new Error('Led\u200Bger\u202E is\nnot here'))).rejects.toThrow(
      /^Kestrel did not sign: Ledger is not here$/,
    )
    await expect(refusing(undefined)).rejects.toMatchObject({ code: 'wallet/didNotSign' })
  })

  it('signs no message of another wallet', async () => {
    const { owner, message, address, asked } = await walletWith()
    const none = owner(() => [])
    for (const signers of [[filledAddress(5)], [address, filledAddress(5)], []])
      await expect(none.signTransactions([message(), { ...message(), signers }])).rejects.toThrow(
        'Wallet address does not match',
      )
    expect(asked).toEqual([])
  })

  it('is refused for a wallet that cannot sign here', async () => {
    const { account, owner } = await walletWith()
    const feature = (supportedTransactionVersions: unknown[]) => ({
      name: 'Kestrel',
      features: { 'solana:signTransaction': { supportedTransactionVersions, signTransaction: () => [] } },
    })
    expect(() => walletStandardOwner({ name: 'Kestrel', features: {} }, account)).toThrow(
      'Kestrel cannot sign here: it signs by sending only',
    )
    expect(() => walletStandardOwner(feature(['legacy']), account)).toThrow(
      'Kestrel cannot sign here: it does not know transactions of version 0',
    )
    expect(() => owner(() => [], 'solana:devnet')).toThrow(
      'Kestrel cannot sign here: this account is not for solana:devnet',
    )
    expect(() => walletStandardOwner(feature([0]), { ...account, address: 'x' })).toThrow()
  })
})
