import type { Address } from '@solana/addresses'
import { describe, expect, it } from 'vitest'
import { compiledBytes } from '../test/compiledBytes.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { lighthouseProgram } from './addresses.ts'
import { encodeBase58 } from './base58.ts'
import { keyPairCosigner } from './cosigner.ts'
import { keyPairOwner } from './keyPairOwner.ts'
import type { Cosigner, Message, Owner } from './owner.ts'
import { addressBytes } from './parseAddress.ts'
import { walletStandardOwner } from './walletStandard.ts'

const lifetime = { kind: 'blockhash', blockhash: filledAddress(9), lastValidBlockHeight: 150n } as const
const opening = { program: filledAddress(1), accounts: [filledAddress(2)], data: [7] }
const assertion = { program: lighthouseProgram, accounts: [filledAddress(2)], data: [9, 0, 1] }
const newKeys = async () => (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair

async function verify(by: Address, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(addressBytes(by)), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(bytes))
}

/** Bytes that the payer and then the cosigner must sign. */
function bytesFor(payer: Address, cosigner: Address, instructions = [opening]): Uint8Array {
  const accounts = [cosigner, ...opening.accounts]
  const bytes = compiledBytes({
    payer,
    lifetime: filledAddress(9),
    instructions: instructions.map((one, i) => (i === 0 ? { ...one, accounts } : one)),
  })
  return bytes.with(1, 2)
}
const messageFor = (payer: Address, cosigner: Address): Message => ({
  bytes: bytesFor(payer, cosigner),
  ...{ feePayer: payer, signers: [payer, cosigner], lifetime },
})

/** A wallet of the Wallet Standard that signs the bytes that `bytesOf` makes of the request. */
async function walletOwner(bytesOf: (asked: Uint8Array, payer: Address) => Uint8Array = asked => asked) {
  const keys = await newKeys()
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))) as Address
  const signTransaction = async ({ transaction }: { readonly transaction: Uint8Array }) => {
    const bytes = bytesOf(transaction.slice(1 + 64 * (transaction[0] ?? 0)), address)
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, Uint8Array.from(bytes)))
    return [{ signedTransaction: Uint8Array.from([2, ...signature, ...new Uint8Array(64), ...bytes]) }]
  }
  const wallet = { name: 'Kestrel', features: { 'solana:signTransaction': { signTransaction } } }
  return walletStandardOwner(wallet, { address, chains: [] })
}

const owners: readonly (readonly [string, () => Promise<Owner>])[] = [
  ['a key pair', async () => keyPairOwner(await newKeys())],
  ['a wallet of the Wallet Standard', () => walletOwner()],
]

describe.each(owners)('a cosigner with %s', (_, make) => {
  it('signs the bytes of its message', async () => {
    const [owner, cosigner] = [await make(), await keyPairCosigner()]
    const message = messageFor(owner.address, cosigner.address)
    const [signed = expect.fail()] = await owner.signTransactions([message], [cosigner])
    expect(signed.bytes[0]).toBe(2)
    expect(signed.bytes.slice(129)).toEqual(message.bytes)
    expect(await verify(owner.address, signed.bytes.slice(1, 65), message.bytes)).toBe(true)
    expect(await verify(cosigner.address, signed.bytes.slice(65, 129), message.bytes)).toBe(true)
    expect(signed.signature).toBe(encodeBase58(signed.bytes.slice(1, 65)))
  })

  it('is missed if the caller passes no cosigner', async () => {
    const [owner, cosigner] = [await make(), await keyPairCosigner()]
    const message = messageFor(owner.address, cosigner.address)
    for (const given of [[], [await keyPairCosigner()]])
      await expect(owner.signTransactions([message], given)).rejects.toMatchObject({ code: 'trade/addressMismatch' })
  })

  it('must have something to sign', async () => {
    const [owner, cosigner, idle] = [await make(), await keyPairCosigner(), await keyPairCosigner()]
    const signing = owner.signTransactions([messageFor(owner.address, cosigner.address)], [cosigner, idle])
    await expect(signing).rejects.toMatchObject({
      code: 'transaction/cosignerIdle',
      facts: { address: idle.address },
      message: 'A cosigner has nothing to sign',
    })
  })

  it('must sign: no signature, a short one and one of other bytes are refused', async () => {
    const [owner, cosigner] = [await make(), await keyPairCosigner()]
    const { address } = cosigner
    const failing: readonly Cosigner['sign'][] = [
      async () => new Uint8Array(64),
      async () => new Uint8Array(),
      async () => undefined as never,
      () => cosigner.sign(Uint8Array.of(1)),
    ]
    for (const sign of failing)
      await expect(
        owner.signTransactions([messageFor(owner.address, address)], [{ address, sign }]),
      ).rejects.toMatchObject({
        code: 'transaction/cosignerFailed',
        facts: { address },
        message: 'A new account of this transaction did not sign it',
      })
  })
})

describe('a cosigner after a wallet', () => {
  it('signs the bytes that came back', async () => {
    const cosigner = await keyPairCosigner()
    const owner = await walletOwner((_, payer) => bytesFor(payer, cosigner.address, [opening, assertion]))
    const [signed = expect.fail()] = await owner.signTransactions(
      [messageFor(owner.address, cosigner.address)],
      [cosigner],
    )
    const back = bytesFor(owner.address, cosigner.address, [opening, assertion])
    expect(signed.message.bytes).toEqual(back)
    expect(signed.bytes.slice(129)).toEqual(back)
    expect(await verify(cosigner.address, signed.bytes.slice(65, 129), back)).toBe(true)
  })

  it('signs nothing if the wallet changed the message', async () => {
    const keys = await keyPairCosigner()
    let count = 0
    const cosigner: Cosigner = {
      address: keys.address,
      sign(bytes) {
        count++
        return keys.sign(bytes)
      },
    }
    const other = { ...opening, data: [8] }
    const owner = await walletOwner((_, payer) => bytesFor(payer, cosigner.address, [other]))
    await expect(
      owner.signTransactions([messageFor(owner.address, cosigner.address)], [cosigner]),
    ).rejects.toMatchObject({ code: 'wallet/changedMessage' })
    expect(count).toBe(0)
  })
})
