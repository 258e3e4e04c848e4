import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryJournal, transactionSize } from '@tern/chain'
import {
  type Address,
  encodeBase58,
  encodeBase64,
  keyPairOwner,
  type Owner,
  rentExemption,
  TernError,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, createClient } from '../../client.ts'
import { resumeSent } from '../resumeSent.ts'
import { planReclaimRent } from './planReclaimRent.ts'
import { reclaimRent, resumeReclaim } from './reclaimRent.ts'
import { reclaimsIn } from './sentReclaims.ts'

const sol = 1_000_000_000n
const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const stranger = addressOf(200)
const extensions = { transferFeeAmount: 2, confidentialTransferAccount: 5, immutableOwner: 7, cpiGuard: 11 }

interface Given {
  readonly program?: Address
  readonly mint?: Address
  readonly amount?: bigint
  readonly state?: number
  readonly closeAuthority?: Address
  readonly extensions?: readonly (readonly [type: number, value: Uint8Array])[]
  readonly surplus?: bigint
}

/** The bytes of a token account, encoded independently of the decoder. */
function dataOf(owner: Address, { mint = addressOf(9), amount = 0n, state = 1, ...given }: Given): Uint8Array {
  const base = tokenAccountLayout.encode({
    mint,
    owner,
    amount,
    delegateOption: 0,
    delegate: addressOf(0),
    state,
    isNativeOption: mint === wrappedNativeMint ? 1 : 0,
    isNative: mint === wrappedNativeMint ? rentExemption(165) : 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: given.closeAuthority === undefined ? 0 : 1,
    closeAuthority: given.closeAuthority ?? addressOf(0),
  })
  if (given.extensions === undefined) return base
  const tail = given.extensions.flatMap(([type, value]) => [type, 0, value.length % 256, value.length >> 8, ...value])
  return Uint8Array.from([...base, 2, ...tail])
}

const immutable = [extensions.immutableOwner, new Uint8Array()] as const
const withheld = (amount: number) =>
  [extensions.transferFeeAmount, Uint8Array.from([amount, 0, 0, 0, 0, 0, 0, 0])] as const

const closable: readonly Given[] = [
  ...Array.from({ length: 13 }, (_, i) => ({ mint: addressOf(20 + i) })),
  { mint: wrappedNativeMint },
  { surplus: 12_345n },
  { program: token2022Program, extensions: [immutable] },
  { program: token2022Program, extensions: [immutable, withheld(0)] },
  { program: token2022Program, extensions: [immutable, [extensions.cpiGuard, Uint8Array.of(1)]] },
]
const kept: readonly (readonly [string, Given])[] = [
  ['frozen', { state: 2 }],
  ['frozen', { state: 2, program: token2022Program, extensions: [immutable] }],
  ['otherCloseAuthority', { closeAuthority: stranger }],
  ['withheldFees', { program: token2022Program, extensions: [immutable, withheld(1)] }],
  [
    'confidential',
    { program: token2022Program, extensions: [[extensions.confidentialTransferAccount, new Uint8Array(295)]] },
  ],
  ['unknownExtension', { program: token2022Program, extensions: [[77, new Uint8Array(3)]] }],
]
const full: readonly Given[] = [{ amount: 1n }, { mint: wrappedNativeMint, amount: 5n, surplus: 5n }]

let practice: PracticeChain
let client: Client
const held = new Map<Address, bigint>()
const names: Address[] = []
beforeAll(async () => {
  const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const owner = await keyPairOwner(pair)
  const snapshotsDir = mkdtempSync(join(tmpdir(), 'tern-reclaim-'))
  for (const [i, given] of [...closable, ...kept.map(([, one]) => one), ...full].entries()) {
    const data = dataOf(owner.address, given)
    const lamports = rentExemption(data.length) + (given.surplus ?? 0n)
    const pubkey = encodeBase58(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 50 + i : 7))) as Address
    names.push(pubkey)
    held.set(pubkey, lamports)
    const account = {
      lamports: Number(lamports),
      data: [encodeBase64(data), 'base64'],
      owner: given.program ?? tokenProgram,
      executable: false,
      rentEpoch: 0,
    }
    writeFileSync(join(snapshotsDir, `${pubkey}.json`), JSON.stringify({ pubkey, account }))
  }
  practice = await startPracticeChain({ slotMs: 100, world: 'empty', snapshotsDir })
  client = createClient({ rpc: practice.rpcUrl, owner })
})
afterAll(async () => {
  client.chain.close()
  await practice.close()
})

const owner = () => client.owner?.address ?? expect.fail('no owner')
const lamportsOf = async (address: Address) =>
  (await client.chain.readAccounts([address], { maxAgeMs: 0 })).get(address)?.lamports ?? 0n
async function fund(lamports: bigint) {
  const before = await lamportsOf(owner())
  const wanted = lamports as Parameters<typeof client.chain.rpc.requestAirdrop>[1]
  await client.chain.rpc.requestAirdrop(owner(), wanted).send()
  await vi.waitUntil(async () => (await lamportsOf(owner())) > before, { timeout: 30_000 })
}

/** Returns the owner, and records how many accounts each signed transaction closes. */
function counting(signed: number[]): Owner {
  const signing = client.owner ?? expect.fail('no owner')
  return {
    address: signing.address,
    async signTransactions(messages) {
      signed.push(...messages.map(({ terms }) => terms?.closes?.length ?? 0))
      return signing.signTransactions(messages)
    },
  }
}
const locked = new TernError('owner/missing', {})

describe('reclaiming rent', () => {
  it('is refused to a wallet that cannot pay the fee', async () => {
    const planned = await planReclaimRent(client)
    expect(planned.reasons.map(({ code }) => code)).toEqual(['rent/notEnoughForFee'])
    await expect(reclaimRent(client, planned)).rejects.toThrow('No enough SOL to pay the network fee')
  })

  it('finds every empty account, with the reason if it cannot be closed', async () => {
    await fund(sol)
    const { accounts, kept: left, lamports, networkFee, plan } = await planReclaimRent(client)
    expect(accounts.map(({ address }) => address).sort()).toEqual(names.slice(0, closable.length).sort())
    expect(lamports).toBe(names.slice(0, closable.length).reduce((sum, name) => sum + (held.get(name) ?? 0n), 0n))
    expect(new Map(left.map(({ address, why }) => [address, why]))).toEqual(
      new Map(kept.map(([why], i) => [names[closable.length + i], why])),
    )
    expect(plan?.request.parts?.map(part => part.length)).toEqual([10, 8])
    expect(networkFee).toBe(10_000n)
  })

  it('is not begun if an account is no longer as it was shown', async () => {
    const planned = await planReclaimRent(client)
    const { plan } = planned
    if (plan === undefined) expect.fail('no plan')
    const [[first, ...others] = [], ...rest] = plan.request.parts ?? []
    if (first === undefined) expect.fail('no account')
    const parts = [[{ ...first, lamports: first.lamports - 1n }, ...others], ...rest]
    const other = { ...plan, request: { ...plan.request, parts } }
    const again = await planReclaimRent(client, other.request)
    expect(again.reasons.map(({ code }) => code)).toEqual(['rent/accountChanged'])
    await expect(reclaimRent(client, { ...planned, plan: other })).rejects.toThrow(
      'An empty account changed: check the list again',
    )
    expect(await lamportsOf(owner())).toBe(sol)
  })

  it('F37 stops when its page goes, and another page continues without the transactions that landed', async () => {
    const planned = await planReclaimRent(client)
    const [first, ...others] = planned.accounts
    if (first === undefined) expect.fail('no account')
    const parts = [[first], others.slice(0, 2), others.slice(2, 3)]
    const journal = createMemoryJournal()
    const signed: number[] = []
    const page = { ...client, journal, owner: counting(signed) }
    const stop = new AbortController()
    const receipt = await reclaimRent(page, await planReclaimRent(page, { parts }), {
      about: 'a reclaim',
      signal: stop.signal,
      onSteps: ([step]) => step?.status === 'sent' && stop.abort(),
    })
    expect([receipt.status, receipt.steps.map(({ status }) => status)]).toEqual([
      'unknown',
      ['unknown', 'waiting', 'waiting'],
    ])
    const stopped = async () => reclaimsIn(await journal.list())[0] ?? expect.fail('not noted')
    expect(await stopped()).toMatchObject({ stand: 'underway', about: 'a reclaim', request: { parts } })
    const { id } = await stopped()
    await expect(resumeReclaim(page, id)).rejects.toMatchObject({ code: 'plan/mayStillLand' })
    expect(await resumeSent(page, () => () => undefined)).toBe(1)
    await expect.poll(async () => (await stopped()).stand).toBe('stopped')
    expect((await stopped()).steps.map(({ status }) => status)).toEqual(['confirmed', 'waiting', 'waiting'])
    expect(await lamportsOf(owner())).toBe(sol + first.lamports - 5_000n)

    const refused = { ...page, owner: { ...page.owner, signTransactions: () => Promise.reject(locked) } }
    await expect(resumeReclaim(refused, id)).rejects.toBe(locked)
    const seen: string[] = []
    const both = await Promise.allSettled([
      resumeReclaim(page, id, { onSteps: steps => seen.push(steps.map(({ status }) => status).join(' ')) }),
      resumeReclaim(page, id),
    ])
    expect(both).toMatchObject([
      { status: 'fulfilled', value: { status: 'confirmed' } },
      { status: 'rejected', reason: { code: 'plan/mayStillLand' } },
    ])
    expect(seen[0]).toBe('confirmed sending waiting')
    expect(seen.at(-1)).toBe('confirmed confirmed confirmed')
    expect(signed).toEqual([1, 2, 1])
    expect(await stopped()).toMatchObject({ id, stand: 'done' })
    await expect(resumeReclaim(page, id)).rejects.toMatchObject({ code: 'plan/nothingToResume' })
    await expect(resumeReclaim(client, id)).rejects.toMatchObject({ code: 'plan/nothingToResume' })
    expect((await planReclaimRent(client)).accounts).toHaveLength(others.length - 3)
  })

  it('reports a step that lands after the receipt', async () => {
    const planned = await planReclaimRent(client)
    const [first] = planned.accounts
    if (first === undefined) expect.fail('no account')
    const later: string[] = []
    const only = await planReclaimRent(client, { parts: [[first]] })
    const receipt = await reclaimRent(client, only, {
      timeoutMs: 1,
      onLater: ({ status, returned }) => later.push(`${status} ${returned}`),
    })
    expect(receipt.status).toBe('unknown')
    await expect.poll(() => later.at(-1)).toBe(`confirmed ${first.lamports}`)
  })

  it('returns exactly the lamports that it said, several accounts a transaction', async () => {
    const planned = await planReclaimRent(client, { priorityFeeLamports: 1_000n })
    const sizes: number[] = []
    const signing = client.owner
    if (signing === undefined) expect.fail('no owner')
    const watched = {
      ...client,
      owner: {
        ...signing,
        async signTransactions(messages: Parameters<typeof signing.signTransactions>[0]) {
          sizes.push(...messages.map(transactionSize))
          expect(messages.map(({ terms }) => terms?.closes?.length)).toEqual([
            planned.plan?.request.parts?.[sizes.length - 1]?.length,
          ])
          return signing.signTransactions(messages)
        },
      },
    }
    const before = await lamportsOf(owner())
    const seen: string[] = []
    const receipt = await reclaimRent(watched, planned, {
      onSteps: steps => seen.push(steps.map(({ status }) => status).join(' ')),
    })
    expect(receipt).toMatchObject({ status: 'confirmed', returned: planned.lamports, networkFee: planned.networkFee })
    expect(planned.networkFee).toBe(12_000n)
    expect(await lamportsOf(owner())).toBe(before + planned.lamports - planned.networkFee)
    expect(sizes).toHaveLength(2)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_230)
    expect(seen[0]).toBe('sending waiting')
    expect(seen.at(-1)).toBe('confirmed confirmed')
    expect(receipt.steps.map(({ accounts }) => accounts.length)).toEqual([10, 3])
    expect(await Promise.all(names.slice(0, closable.length).map(lamportsOf))).toEqual(closable.map(() => 0n))
    const left = names.slice(closable.length)
    expect(await Promise.all(left.map(lamportsOf))).toEqual(left.map(name => held.get(name)))
  })

  it('has nothing to do then', async () => {
    const planned = await planReclaimRent(client)
    expect(planned).toMatchObject({ accounts: [], lamports: 0n, networkFee: 0n, plan: undefined })
    await expect(reclaimRent(client, planned)).rejects.toThrow('There are no empty accounts to close')
  })
})
