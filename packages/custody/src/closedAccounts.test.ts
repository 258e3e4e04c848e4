import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it, vi } from 'vitest'
import { idleMessage } from '../test/cheapSigner.ts'
import { closingMessage } from '../test/closingMessage.ts'
import { codeOf } from '../test/codeOf.ts'
import { openPage } from '../test/signerPage.ts'
import type { AccountOwners } from './accountOwners.ts'
import { kdfLimits } from './bundle.ts'
import { createKeystore } from './keystore.ts'
import { createSigner } from './serveSigner.ts'

const passphrase = 'correct horse battery staple'
const bytes = (text: string) => new TextEncoder().encode(text)
const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const [account, other, stranger] = [3, 4, 5].map(byte => encodeBase58(new Uint8Array(32).fill(byte)) as Address) as [
  Address,
  Address,
  Address,
]

/** The requests to the server, which the test answers. */
const asked: { readonly accounts: readonly Address[]; answer(owners: AccountOwners): void }[] = []
const server = {
  ask: (accounts: readonly Address[]) => new Promise<AccountOwners>(answer => asked.push({ accounts, answer })),
}

/** A signer that asks `server`, and a page with an open wallet. */
async function unlocked() {
  const signer = createSigner({}, createKeystore(cheapest, { owners: server }))
  const { keys } = openPage(signer)
  const { addresses } = await keys.create(passphrase, { suborgId: 's' })
  return { keys, address: addresses[0] ?? expect.fail('no wallet') }
}

describe('a message that closes token accounts', () => {
  const nextAsked = () => vi.waitUntil(() => asked.shift())

  it('is signed if the server says that the wallet owns them, and no other request waits for the server', async () => {
    const { keys, address } = await unlocked()
    await keys.setLimits({})
    const signed = codeOf(keys.sign(address, [closingMessage(address, [account]), closingMessage(address, [other])]))
    const { accounts, answer } = await nextAsked()
    expect(accounts).toEqual([account, other])
    expect(await codeOf(keys.sign(address, [idleMessage(address)]))).toBe('done')
    answer(new Map(accounts.map(one => [one, address])))
    expect(await signed).toBe('done')
    expect(asked).toEqual([])
  })

  it('is refused if the wallet does not own one of them, and needs the passphrase without an answer', async () => {
    const { keys, address } = await unlocked()
    await keys.setLimits({})
    const sign = async (owners: AccountOwners, secret?: string) => {
      const signed = codeOf(keys.sign(address, [closingMessage(address, [account, other])], secret))
      const { answer } = await nextAsked()
      answer(owners)
      return signed
    }
    const rows = (last: Address | null): AccountOwners =>
      new Map([
        [account, address],
        [other, last],
      ])
    expect(await sign(rows(null))).toBe('wallet/refusedToSign')
    expect(await sign(rows(other))).toBe('wallet/refusedToSign')
    expect(await sign(new Map())).toBe('wallet/overLimit')
    expect(keys.signedLamports).toBe(0n)
    expect(await sign(new Map(), passphrase)).toBe('done')
    const read = keys.readTrades(address, [closingMessage(address, [account])])
    const { answer } = await nextAsked()
    answer(new Map())
    expect(await read).toMatchObject([{ asks: 'unknownOwner' }])
  })

  it('is not signed after a lock during the wait', async () => {
    const { keys, address } = await unlocked()
    await keys.setLimits({})
    const signed = codeOf(keys.sign(address, [closingMessage(address, [account])]))
    const { answer } = await nextAsked()
    await keys.lock()
    answer(new Map([[account, address]]))
    expect(await signed).toBe('wallet/locked')
  })

  it('is signed by a keystore only with the owners of all accounts or the passphrase', async () => {
    const keystore = createKeystore(cheapest)
    const made = await keystore.create({ passphrase: bytes(passphrase), suborgId: 's', label: 'Main', createdAt: 1 })
    const address = made.addresses[0] ?? expect.fail('no wallet')
    await keystore.limits({ limits: {} })
    const messages = [closingMessage(address, [account, other])]
    const sign = (owners?: ReadonlyMap<Address, Address | null>, secret?: string) =>
      codeOf(keystore.sign({ address, messages, ...(secret && { passphrase: bytes(secret) }) }, owners))
    for (const owner of [null, stranger]) {
      const owners = new Map([
        [account, address],
        [other, owner],
      ])
      expect(await sign(owners)).toBe('wallet/refusedToSign')
      // The passphrase does not allow it either.
      expect(await sign(owners, passphrase)).toBe('wallet/refusedToSign')
      // An account of another wallet is refused even if the other owners are unknown.
      expect(await sign(new Map([[other, owner]]))).toBe('wallet/refusedToSign')
    }
    for (const owners of [undefined, new Map(), new Map([[account, address]])]) {
      const asked = owners ?? new Map()
      expect(await sign(owners)).toBe('wallet/overLimit')
      expect((await keystore.readTrades({ address, messages }, asked)).trades).toMatchObject([{ asks: 'unknownOwner' }])
    }
    expect(keystore.signedLamports).toBe(0n)
    expect(await sign(new Map(), passphrase)).toBe('done')
    const held = new Map([account, other].map(one => [one, address]))
    expect(await sign(held)).toBe('done')
    const { trades } = await keystore.readTrades({ address, messages }, held)
    expect(trades[0]?.asks).toBeUndefined()
  })
})
