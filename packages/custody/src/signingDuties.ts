import { type Address, type Terms, TernError } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import { type AccountOwners, noOwners } from './accountOwners.ts'
import type { Asked } from './asked.ts'
import { readMessage, type TradeEffects } from './firewall.ts'
import { isSameWithdrawal, readWithdrawal, type Withdrawal } from './firewallWithdrawal.ts'
import type { HeldKeys } from './heldKeys.ts'
import type { Keystore } from './keystoreDuties.ts'
import { openBundle } from './keyTree.ts'
import type { Prices } from './prices.ts'
import type { Ask } from './requests.ts'
import { kekCache } from './rootKey.ts'
import { isLaxer, limitBeyond, type SignerLimits } from './signerLimits.ts'
import type { Nonces, Tally } from './tally.ts'
import { type CountedEffects, lossOf, readSet } from './tradeLoss.ts'

type SigningDuties = Pick<
  Keystore,
  'payees' | 'limits' | 'sign' | 'readTrades' | 'readUnits' | 'readWithdrawal' | 'withdraw'
>

interface Known {
  readonly prices: Pick<Prices, 'worthOf' | 'unitOf'>
  readonly nonces: Nonces
  /** Counts the amounts of the signed trades. */
  readonly tally: Tally
}

/** Characters of the recipient's address that a person types. */
const typedEndLength = 4

/**
 * Compares the owners of closed accounts with the wallet. A message that also trades is exempt: it may close an account that a waiting
 * message opens.
 * @returns `undefined` if the wallet owns all of them.
 */
function ownerOf(
  { trades, placements = [], closes = [] }: TradeEffects,
  { address, owners }: { readonly address: Address; readonly owners: AccountOwners },
): 'other' | 'unknownOwner' | undefined {
  if (trades.length + placements.length > 0) return undefined
  const found = closes.map(account => owners.get(account))
  if (found.some(one => one !== undefined && one !== address)) return 'other'
  return found.includes(undefined) ? 'unknownOwner' : undefined
}

async function withdrawalIn(bytes: Uint8Array, address: Address, terms: Terms): Promise<Withdrawal> {
  const found = await readWithdrawal(bytes, address, terms)
  if (typeof found === 'string') throw new TernError('wallet/refusedToSign', { reason: found })
  return found
}

/** Creates the duties that read messages and sign them. */
export function createSigningDuties(held: HeldKeys, { prices, nonces, tally }: Known): SigningDuties {
  let paid: Ask<'payees'> | undefined
  let limits: SignerLimits | undefined

  /**
   * Returns a check that a passphrase opens the bundle of the open wallets. A practice wallet has no passphrase and accepts any.
   *
   * @returns `undefined` if nothing is open. The check throws TernError `wallet/wrongPassphrase`.
   */
  function ownerCheck(): ((passphrase: Uint8Array) => Promise<void>) | undefined {
    const { isPractice, opened } = held
    if (isPractice) return async () => {}
    if (!opened) return undefined
    return async passphrase => void (await openBundle(opened.bundle, kekCache(passphrase)))
  }

  async function effectsOf({ address, messages }: Asked, owners: AccountOwners): Promise<readonly CountedEffects[]> {
    const all: CountedEffects[] = []
    const closed = new Set<Address>()
    for (const { bytes, terms } of messages) {
      const read = await readMessage(bytes, address, { ...paid, terms })
      if (typeof read === 'string') throw new TernError('wallet/refusedToSign', { reason: read })
      for (const account of read.closes ?? []) {
        if (closed.has(account)) throw new TernError('wallet/refusedToSign', { reason: 'a token account closed twice' })
        closed.add(account)
      }
      const owner = ownerOf(read, { address, owners })
      if (owner === 'other') throw new TernError('wallet/refusedToSign', { reason: 'no token account of the wallet' })
      const isExclusive = read.nonce !== undefined && nonces.isPresent(address, read.nonce)
      const asks = read.asks ?? owner
      all.push({ ...read, ...lossOf(read, prices.worthOf), isExclusive, ...(asks && { asks }) })
    }
    const unlike = readSet(all)
    if (unlike !== undefined) throw new TernError('wallet/refusedToSign', { reason: unlike })
    return all
  }

  return {
    payees({ payees, tipAccounts }) {
      paid ??= { payees, tipAccounts }
      if (paid.payees.join() !== payees.join()) throw new TernError('wallet/requestMalformed', { at: 'payees' })
      if (paid.tipAccounts.join() !== tipAccounts.join())
        throw new TernError('wallet/requestMalformed', { at: 'tipAccounts' })
      return null
    },
    async limits({ limits: next, passphrase }) {
      try {
        if (passphrase !== undefined) {
          const [address = '', prove] = [held.open.keys().next().value, ownerCheck()]
          if (prove === undefined) throw new TernError('wallet/locked', { address })
          await prove(passphrase)
        } else if (limits !== undefined && isLaxer(next, limits)) throw new TernError('wallet/notConfirmed', {})
        limits = next
        return null
      } finally {
        passphrase?.fill(0)
      }
    },
    async sign({ address, messages, passphrase }, owners = noOwners) {
      try {
        const [key, prove] = [held.open.get(address), ownerCheck()]
        if (!key || !prove) throw new TernError('wallet/locked', { address })
        // Copied first: memory shared with the page could change between the check and the signature.
        const copies = messages.map(({ bytes, terms }) => ({ bytes: Uint8Array.from(bytes), terms }))
        const effects = await effectsOf({ address, messages: copies }, owners)
        const taken = tally.taken(address, effects)
        const beyond = effects.find(({ asks }) => asks)?.asks ?? limitBeyond(limits ?? {}, tally.total, taken)
        if (beyond !== undefined && passphrase === undefined)
          throw new TernError('wallet/overLimit', { limit: beyond, lamports: taken.lamports })
        if (passphrase !== undefined) await prove(passphrase)
        // A lock may have come during the check.
        if (held.open.get(address) !== key) throw new TernError('wallet/locked', { address })
        // The owner has confirmed, so the limits count from zero.
        if (passphrase !== undefined) tally.reset()
        tally.add(address, effects)
        const signatures = copies.map(
          async ({ bytes }) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)),
        )
        return { signatures: await Promise.all(signatures) }
      } finally {
        passphrase?.fill(0)
      }
    },
    async readTrades(ask, owners = noOwners) {
      return { trades: await effectsOf(ask, owners) }
    },
    readUnits({ mints }) {
      const units = mints.map(mint => [mint, prices.unitOf(mint)] as const)
      return { units: new Map(units.filter((one): one is readonly [Address, Counted] => one[1] !== undefined)) }
    },
    async readWithdrawal({ address, bytes, terms }) {
      return withdrawalIn(bytes, address, terms)
    },
    async withdraw({ address, bytes, terms, shown, recipientEnd, passphrase }) {
      try {
        const [key, prove] = [held.open.get(address), ownerCheck()]
        if (!key || !prove) throw new TernError('wallet/locked', { address })
        // Copied first: memory shared with the page could change between the check and the signature.
        const copy = Uint8Array.from(bytes)
        const withdrawal = await withdrawalIn(copy, address, terms)
        if (!isSameWithdrawal(withdrawal, shown))
          throw new TernError('wallet/refusedToSign', { reason: 'another withdrawal than was shown' })
        if (recipientEnd !== withdrawal.recipient.slice(-typedEndLength))
          throw new TernError('wallet/recipientNotTyped', {})
        await prove(passphrase)
        if (held.open.get(address) !== key) throw new TernError('wallet/locked', { address })
        return { signature: new Uint8Array(await crypto.subtle.sign('Ed25519', key, copy)) }
      } finally {
        passphrase.fill(0)
      }
    },
  }
}
