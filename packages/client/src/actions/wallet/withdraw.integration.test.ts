import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryJournal, type Provider } from '@tern/chain'
import { isOver } from '@tern/chain/internal'
import {
  type Address,
  associatedTokenAddress,
  decodeTokenAccount,
  keyPairOwner,
  type Owner,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenAccountSize,
  tokenProgram,
} from '@tern/core'
import { addressBytes, mintLayout, tokenAccountLayout, transferFeeConfigLayout } from '@tern/core/internal'
import { startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, sol } from '../../../test/market.ts'
import { type Client, createClient } from '../../client.ts'
import { resumeSent } from '../resumeSent.ts'
import { type PlannedWithdraw, planWithdraw, type WithdrawRequest } from './planWithdraw.ts'
import { withdraw } from './withdraw.ts'

const newOwner = async (): Promise<Owner> =>
  keyPairOwner((await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair)

const [owner, other, holder] = (await Promise.all([newOwner(), newOwner(), newOwner()])) as [Owner, Owner, Owner]
const texts = ({ reasons }: PlannedWithdraw) => reasons.map(({ text }) => text)
const rent = rentExemption(0)
const fee = 5_000n
const none = systemProgram

interface Recorded {
  readonly address: Address
  readonly owner: Address
  readonly lamports: bigint
  readonly data: Uint8Array
}

const u16 = (value: number) => [value & 255, value >> 8]
const extension = (type: number, data: readonly number[] | Uint8Array) => [...u16(type), ...u16(data.length), ...data]

/** A mint with extensions, in the layout of Token-2022. */
function mintOf(address: Address, extensions: readonly number[] = [], program: Address = token2022Program): Recorded {
  const base = mintLayout.encode({
    mintAuthorityOption: 0,
    mintAuthority: none,
    supply: 1_000_000n,
    decimals: 6,
    isInitialized: true,
    freezeAuthorityOption: 0,
    freezeAuthority: none,
  })
  const data =
    extensions.length === 0 ? base : Uint8Array.from([...base, ...new Uint8Array(165 - 82), 1, ...extensions])
  return { address, owner: program, lamports: sol, data }
}

interface Held {
  readonly state?: 1 | 2
  readonly extensions?: readonly number[]
  readonly program?: Address
  readonly amount?: bigint
}

async function accountOf(mint: Address, of: Address, held: Held = {}): Promise<Recorded> {
  const { state = 1, extensions = [], program = token2022Program, amount = 1_000n } = held
  const base = tokenAccountLayout.encode({
    mint,
    owner: of,
    amount,
    delegateOption: 0,
    delegate: none,
    state,
    isNativeOption: 0,
    isNative: 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: 0,
    closeAuthority: none,
  })
  const data = program === tokenProgram ? base : Uint8Array.from([...base, 2, ...extension(7, []), ...extensions])
  return { address: await associatedTokenAddress(of, mint, program), owner: program, lamports: sol, data }
}

const transferFee = (bps: number, maximumFee: bigint) => {
  const rate = { epoch: 0n, maximumFee, transferFeeBasisPoints: bps }
  return extension(
    1,
    transferFeeConfigLayout.encode({
      transferFeeConfigAuthority: none,
      withdrawWithheldAuthority: none,
      withheldAmount: 0n,
      olderTransferFee: rate,
      newerTransferFee: rate,
    }),
  )
}
const withheld = extension(2, new Uint8Array(8))

const mints = {
  classic: addressOf(21),
  plain: addressOf(22),
  taxed: addressOf(23),
  bound: addressOf(24),
  hooked: addressOf(25),
  paused: addressOf(26),
  frozenAtFirst: addressOf(27),
  frozen: addressOf(28),
  memo: addressOf(29),
}

async function recorded(): Promise<readonly Recorded[]> {
  const of = owner.address
  const plain2022 = extension(18, [...new Uint8Array(32), ...addressBytes(mints.plain)])
  return [
    mintOf(mints.classic, [], tokenProgram),
    await accountOf(mints.classic, of, { program: tokenProgram }),
    mintOf(mints.plain, plain2022),
    await accountOf(mints.plain, of),
    mintOf(mints.taxed, transferFee(250, 5n)),
    await accountOf(mints.taxed, of, { extensions: withheld }),
    mintOf(mints.bound, extension(9, [])),
    await accountOf(mints.bound, of, { extensions: extension(13, []) }),
    mintOf(mints.hooked, extension(14, [...new Uint8Array(32), ...addressBytes(addressOf(40))])),
    await accountOf(mints.hooked, of, { extensions: extension(15, [0]) }),
    mintOf(mints.paused, extension(26, [...new Uint8Array(32), 1])),
    await accountOf(mints.paused, of, { extensions: extension(27, []) }),
    mintOf(mints.frozenAtFirst, extension(6, [2])),
    await accountOf(mints.frozenAtFirst, of),
    mintOf(mints.frozen, plain2022),
    await accountOf(mints.frozen, of, { state: 2 }),
    mintOf(mints.memo, plain2022),
    await accountOf(mints.memo, of),
    await accountOf(mints.memo, holder.address, { extensions: extension(8, [1]) }),
  ]
}

let folder: string
let chain: Awaited<ReturnType<typeof startPracticeChain>>
let client: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tern-withdraw-'))
  for (const [index, { address, owner: program, lamports, data }] of (await recorded()).entries()) {
    const account = { owner: program, lamports: String(lamports), data: Buffer.from(data).toString('base64') }
    await writeFile(join(folder, `${index}.json`), JSON.stringify({ address, ...account }))
  }
  chain = await startPracticeChain({ world: 'empty', slotMs: 100, snapshotsDir: folder })
  client = createClient({ rpc: chain.rpcUrl, owner })
  await give(owner.address, 10n * sol)
})

afterAll(async () => {
  client?.chain.close()
  await chain?.close()
  await rm(folder, { recursive: true, force: true })
})

const read = async (address: Address) =>
  (await client.chain.readAccounts([address], { maxAgeMs: 0 })).get(address) ?? null
const lamportsOf = async (address: Address) => (await read(address))?.lamports ?? 0n
const tokensOf = async (of: Address, mint: Address, program: Address = token2022Program) => {
  const address = await associatedTokenAddress(of, mint, program)
  const account = await read(address)
  return account === null ? undefined : decodeTokenAccount(address, account).amount
}

async function give(to: Address, lamports: bigint): Promise<void> {
  const before = await lamportsOf(to)
  type Lamports = Parameters<typeof client.chain.rpc.requestAirdrop>[1]
  await client.chain.rpc.requestAirdrop(to, lamports as Lamports, { commitment: 'confirmed' }).send()
  while ((await lamportsOf(to)) === before) await new Promise(resolve => setTimeout(resolve, 50))
}

const plan = (request: Partial<WithdrawRequest>, from: Client = client) =>
  planWithdraw(from, { recipient: other.address, mint: null, amount: sol, ...request })

function quoteOf(planned: PlannedWithdraw) {
  expect(texts(planned)).toEqual([])
  if (planned.plan === undefined || planned.quote === undefined) expect.fail('nothing planned')
  return planned.quote
}

describe('SOL', () => {
  it('arrives whole, and leaves the stated rest', async () => {
    const planned = await plan({ recipient: `${other.address}`, amount: 2n * sol })
    expect(quoteOf(planned)).toMatchObject({ amount: 2n * sol, received: 2n * sol, networkFee: fee, opens: undefined })
    const receipt = await withdraw(client, planned)
    expect(receipt.status).toBe('confirmed')
    expect(await lamportsOf(other.address)).toBe(2n * sol)
    expect(await lamportsOf(owner.address)).toBe(planned.quote?.leftLamports)
    await expect(withdraw(client, planned)).rejects.toMatchObject({ code: 'withdraw/alreadySent' })
  })

  it('pays exactly the stated priority fee', async () => {
    const planned = await plan({ amount: sol, priorityFeeLamports: 10_000n })
    expect(quoteOf(planned).networkFee).toBe(fee + 10_000n)
    expect((await withdraw(client, planned)).status).toBe('confirmed')
    expect(await lamportsOf(owner.address)).toBe(planned.quote?.leftLamports)
  })

  it("of 'all' leaves exactly nothing", async () => {
    const leaving = await newOwner()
    await give(leaving.address, sol)
    const theirs = createClient({ rpc: chain.rpcUrl, owner: leaving })
    const planned = await plan({ amount: 'all' }, theirs)
    expect(quoteOf(planned)).toMatchObject({ amount: sol - fee, left: 0n, leftLamports: 0n })
    expect((await withdraw(theirs, planned)).status).toBe('confirmed')
    expect(await read(leaving.address)).toBeNull()
    theirs.chain.close()
  })

  it('leaves the rent of an empty account or nothing, and is otherwise refused', async () => {
    const balance = await lamportsOf(owner.address)
    const max = balance - fee
    expect(texts(await plan({ amount: max }))).toEqual([])
    expect(texts(await plan({ amount: max - 1n }))).toEqual([
      'This would leave 0.000000001 SOL in the wallet: leave none, or at least 0.00089088',
    ])
    expect(texts(await plan({ amount: max - rent + 1n }))).toHaveLength(1)
    expect(texts(await plan({ amount: max - rent }))).toEqual([])
    expect(texts(await plan({ amount: max + 1n }))).toEqual(['Not enough SOL for this withdrawal'])
  })

  it('opens an address with the rent that the chain asks for', async () => {
    const fresh = await newOwner()
    expect(texts(await plan({ recipient: fresh.address, amount: rent - 1n }))).toEqual([
      'An empty address needs at least 0.00089088 SOL',
    ])
    const planned = await plan({ recipient: fresh.address, amount: rent })
    expect((await withdraw(client, planned)).status).toBe('confirmed')
    expect(await lamportsOf(fresh.address)).toBe(rent)
  })

  it('looks again before it signs', async () => {
    const planned = await plan({ amount: (await lamportsOf(owner.address)) - fee - rent })
    quoteOf(planned)
    await withdraw(client, await plan({ amount: sol }))
    await expect(withdraw(client, planned)).rejects.toMatchObject({ code: 'withdraw/notEnough' })
  })
})

describe('a withdrawal that is noted down', () => {
  it('F31 is taken up by another page, arrives once, and its end is reported and noted', async () => {
    const journal = createMemoryJournal()
    const losing: Provider = { name: 'losing', minimumTip: 0n, tipAccounts: [], send: async () => undefined }
    const page: Client = { ...client, journal, providers: [losing] }
    const before = await lamportsOf(other.address)
    const gone = new AbortController()
    const receipt = await withdraw(page, await plan({ amount: sol }), {
      about: 'a withdrawal',
      signal: gone.signal,
      onStatus: ({ status }) => status === 'sent' && gone.abort(),
    })
    expect(receipt.status).toBe('unknown')
    expect(await journal.list()).toMatchObject([{ id: receipt.signature, note: { about: 'a withdrawal' } }])
    const statuses: string[] = []
    const next: Client = { ...client, journal }
    expect(
      await resumeSent(
        next,
        () =>
          ({ status }) =>
            void statuses.push(status),
      ),
    ).toBe(1)
    await expect.poll(() => statuses).toEqual(['confirmed', 'confirmed'])
    expect(await lamportsOf(other.address)).toBe(before + sol)
    await expect.poll(async () => (await journal.list()).map(({ outcome }) => isOver(outcome))).toEqual([true])
  })

  it('is not sent if the journal cannot hold it, and can be made again', async () => {
    const full = { ...createMemoryJournal(), append: () => Promise.reject(new RangeError('full')) }
    const planned = await plan({ amount: sol })
    const before = await lamportsOf(other.address)
    await expect(withdraw({ ...client, journal: full }, planned)).rejects.toMatchObject({ code: 'send/notNoted' })
    expect((await withdraw(client, planned)).status).toBe('confirmed')
    expect(await lamportsOf(other.address)).toBe(before + sol)
  })
})

describe('an address that is no wallet', () => {
  it.each([
    ['this wallet', owner.address, 'withdraw/toSelf'],
    ['no address', 'somewhere', 'address/invalid'],
    ['nothing', '', 'address/missing'],
    ['the System program', systemProgram, 'withdraw/toProgram'],
    ['a program', tokenProgram, 'withdraw/toProgram'],
    ['a mint', mints.classic, 'withdraw/toMint'],
    ['a mint with extensions', mints.taxed, 'withdraw/toMint'],
    ['an account of a program', 'SysvarC1ock11111111111111111111111111111111', 'withdraw/toProgramAccount'],
  ])('%s receives nothing', async (_, recipient, code) => {
    for (const mint of [null, mints.classic])
      expect((await plan({ recipient, mint, amount: 10n })).reasons.map(reason => reason.code)).toEqual([code])
  })

  it('receives nothing as a token account, and names the account’s wallet; nor as the address of a missing token account', async () => {
    const theirs = await associatedTokenAddress(owner.address, mints.classic, tokenProgram)
    const planned = await plan({ recipient: theirs })
    expect(texts(planned)).toEqual([`This address is a token account. Its wallet is ${owner.address}`])
    const missing = await associatedTokenAddress(other.address, addressOf(99), tokenProgram)
    expect((await plan({ recipient: missing })).reasons.map(({ code }) => code)).toEqual(['withdraw/toNobody'])
  })
})

describe('tokens', () => {
  it.each([
    ['of the token program', mints.classic, tokenProgram, 165],
    ['of Token-2022', mints.plain, token2022Program, 170],
  ])('%s arrive in an account that is opened, with its rent shown before', async (_, mint, program, size) => {
    const planned = await plan({ mint, amount: 400n })
    const { opens } = quoteOf(planned)
    expect(opens?.lamports).toBe(rentExemption(size))
    expect((await withdraw(client, planned)).status).toBe('confirmed')
    expect(await tokensOf(other.address, mint, program)).toBe(400n)
    expect(await lamportsOf(owner.address)).toBe(planned.quote?.leftLamports)

    const rest = await plan({ mint, amount: 'all' })
    expect(quoteOf(rest)).toMatchObject({ amount: 600n, left: 0n, opens: undefined })
    expect((await withdraw(client, rest)).status).toBe('confirmed')
    expect(await tokensOf(owner.address, mint, program)).toBe(0n)
    expect(await tokensOf(other.address, mint, program)).toBe(1_000n)
  })

  it('open no account that was not shown, since its owner could take the rent', async () => {
    const planned = await plan({ mint: mints.memo, amount: 1n })
    const opens = quoteOf(planned).opens ?? expect.fail('nothing opened')
    const { plan: whole = expect.fail() } = planned
    for (const shown of [[], [{ ...opens, lamports: opens.lamports - 1n }]]) {
      const stale = { ...planned, plan: { ...whole, opens: shown } }
      await expect(withdraw(client, stale)).rejects.toMatchObject({ code: 'withdraw/recipientChanged' })
    }
    expect(await tokensOf(other.address, mints.memo)).toBeUndefined()
  })

  it('with a transfer fee arrive less by it, to the unit and up to its maximum', async () => {
    const few = await plan({ mint: mints.taxed, amount: 41n })
    const { received, opens } = quoteOf(few)
    expect([received, opens?.lamports]).toEqual([
      39n,
      rentExemption(tokenAccountSize({ program: token2022Program, extensions: { names: ['transferFeeConfig'] } })),
    ])
    expect((await withdraw(client, few)).status).toBe('confirmed')
    expect(await tokensOf(other.address, mints.taxed)).toBe(39n)
    const many = await plan({ mint: mints.taxed, amount: 'all' })
    expect(quoteOf(many)).toMatchObject({ amount: 959n, received: 954n })
    expect((await withdraw(client, many)).status).toBe('confirmed')
    expect(await tokensOf(other.address, mints.taxed)).toBe(39n + 954n)
  })

  it('reach an account that asks for a memo', async () => {
    const planned = await plan({ mint: mints.memo, amount: 5n, recipient: holder.address })
    await give(holder.address, sol)
    expect((await withdraw(client, planned)).status).toBe('confirmed')
    expect(await tokensOf(holder.address, mints.memo)).toBe(1_005n)
  })

  it.each([
    ['that cannot be sent', mints.bound, 'token/nonTransferable'],
    ['that call a program', mints.hooked, 'token/transferHook'],
    ['that are paused', mints.paused, 'token/transfersPaused'],
    ['whose new accounts are frozen', mints.frozenAtFirst, 'withdraw/recipientFrozen'],
    ['that are frozen', mints.frozen, 'token/accountFrozen'],
    ['that are not there', addressOf(98), 'token/accountNotFound'],
  ])('%s stay', async (_, mint, code) => {
    expect((await plan({ mint, amount: 1n })).reasons.map(reason => reason.code)).toEqual([code])
  })

  it('must be in the wallet, must be more than 0, and need SOL for their fee', async () => {
    expect(texts(await plan({ mint: mints.memo, amount: 10_000n }))).toEqual(['Not enough tokens for this withdrawal'])
    expect(texts(await plan({ mint: mints.memo, amount: 0n }))).toEqual(['amount must greater than zero'])
    const poor = createClient({ rpc: chain.rpcUrl, owner: holder })
    const left = (await lamportsOf(holder.address)) - fee
    await withdraw(poor, await plan({ amount: left - rent }, poor))
    expect(texts(await plan({ mint: mints.memo, amount: 1n }, poor))).toEqual(['Not enough SOL for this withdrawal'])
    poor.chain.close()
  })
})

describe('without an owner', () => {
  it('is refused with a reason', async () => {
    const nobody = createClient({ rpc: chain.rpcUrl })
    expect((await plan({}, nobody)).reasons.map(({ code }) => code)).toEqual(['owner/missing'])
    nobody.chain.close()
  })
})
