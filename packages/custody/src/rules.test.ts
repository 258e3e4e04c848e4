import {
  type Address,
  associatedTokenAddress,
  systemProgram,
  type Terms,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import { program as cpmm } from '@tern/venues/raydiumCpmm'
import { beforeAll, describe, expect, it } from 'vitest'
import { allowing } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { amountOf, lpMint, minimumOf, placementsOf, pool, termsWith } from '../test/placements.ts'
import { address, attacker, feeWallet, mint, onCurve, plain, SOL, transfer, wallet } from '../test/trades.ts'
import type { AskedMessage } from './asked.ts'
import { kdfLimits } from './bundle.ts'
import { readMessage, type TradeEffects } from './firewall.ts'
import { readWithdrawal } from './firewallWithdrawal.ts'
import { createKeystore } from './keystore.ts'

const own = await placementsOf(wallet)
const curveTokens = await associatedTokenAddress(wallet, mint, token2022Program)
/** Unset terms allow all that the message does. */
const read = async (instructions: readonly PlainInstruction[], terms?: Terms, looked: readonly Address[] = []) => {
  const { bytes } = compileMessage(wallet, instructions, { looked })
  const asked = { payees: [feeWallet] }
  return readMessage(bytes, wallet, { ...asked, terms: terms ?? (await allowing(bytes, { wallet, ...asked })) })
}
const passed = async (...asked: Parameters<typeof read>): Promise<TradeEffects> => {
  const effects = await read(...asked)
  return typeof effects === 'string' ? expect.fail(effects) : effects
}

const secret = () => new TextEncoder().encode('correct horse battery staple')

/** A signer with a wallet. A raw unit of any token is worth a lamport, but LP tokens have no known price. */
async function signer() {
  const cost = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
  const worthOf = (of: Address, raw: bigint) => (of === lpMint ? undefined : raw)
  const keystore = createKeystore(cost, { prices: { worthOf, unitOf: () => undefined } })
  const made = await keystore.create({ passphrase: secret(), suborgId: 'suborg-1', label: 'Main', createdAt: 1 })
  const [open = expect.fail()] = made.addresses
  const sign = async (messages: readonly (AskedMessage | Promise<AskedMessage>)[], passphrase?: Uint8Array) =>
    keystore.sign({ address: open, messages: await Promise.all(messages), ...(passphrase && { passphrase }) }).then(
      ({ signatures }) => signatures.length,
      (error: { facts?: { limit?: string; reason?: string } }) => error.facts?.limit ?? error.facts?.reason ?? error,
    )
  return { keystore, sign, parts: await placementsOf(open), compile: compilerOf(open) }
}
const compilerOf =
  (open: Address) =>
  async (instructions: readonly PlainInstruction[], terms?: Terms, blockhash = 9) => {
    const { bytes } = compileMessage(open, instructions, { blockhash: new Uint8Array(32).fill(blockhash) })
    return { bytes, terms: terms ?? (await allowing(bytes, { wallet: open })) }
  }
let one: Awaited<ReturnType<typeof signer>>
beforeAll(async () => {
  one = await signer()
})

describe('rule 1: accounts that an effect names are in the message', () => {
  it('so a deposit with its pool, its share or a mint in a lookup table is refused', async () => {
    await passed(own.deposit(), own.depositTerms, [address(43), address(44)])
    for (const hidden of [pool, lpMint, mint, own.tokens, own.shares, wrappedNativeMint])
      expect(await read(own.deposit(), own.depositTerms, [hidden])).toMatch(/lookup tables/)
  })
})

describe('rule 2: sources and destinations are the wallet’s own accounts of the shown mints', () => {
  it('so a swapped source account is refused', async () => {
    const usdc = await associatedTokenAddress(wallet, usdcMint, tokenProgram)
    const terms = termsWith({ spend: [amountOf(mint, 9n)], receive: [minimumOf(wrappedNativeMint, 1n)] })
    await passed(await own.swap(mint, 9n, 1n), terms)
    expect(await read(await own.swap(mint, 9n, 1n, usdc), terms)).toMatch(/out of another account/)
    expect(await read(own.deposit({ token_1_account: usdc }), own.depositTerms)).toMatch(/out of another account/)
  })

  it('so an account of the same mint at another token program is refused', async () => {
    const terms = termsWith({
      spend: [amountOf(mint, 9n, token2022Program)],
      receive: [minimumOf(wrappedNativeMint, 1n)],
    })
    expect(await read(await own.swap(mint, 9n, 1n), terms)).toMatch(/other tokens/)
  })

  it('so shares and withdrawn tokens come to the wallet only', async () => {
    const theirs = await associatedTokenAddress(attacker, lpMint, tokenProgram)
    expect(await read(own.deposit({ owner_lp_token: theirs }), own.depositTerms)).toMatch(/does not pay the wallet/)
    const tokens = await associatedTokenAddress(attacker, mint, token2022Program)
    expect(await read(own.withdraw({ token_1_account: tokens }))).toMatch(/does not pay the wallet/)
  })

  it('so a withdrawal that lists no mint is proved by the mints of its terms', async () => {
    const [bonk, usdc] = [mint, usdcMint]
    const source = await associatedTokenAddress(wallet, usdc, tokenProgram)
    const into = await associatedTokenAddress(feeWallet, bonk, tokenProgram)
    const unchecked: PlainInstruction = {
      program: tokenProgram,
      accounts: [
        { address: source, as: 'w' },
        { address: into, as: 'w' },
        { address: wallet, as: 's' },
      ],
      data: Uint8Array.of(3, 9, 0, 0, 0, 0, 0, 0, 0),
    }
    const terms = termsWith({ spend: [amountOf(bonk, 10n ** 9n)], recipient: feeWallet })
    expect(await readWithdrawal(compileMessage(wallet, [unchecked]).bytes, wallet, terms)).toBeTypeOf('string')
    expect(await read([unchecked], terms)).toMatch(/token transfer/)
  })
})

describe('rule 3: a placement counts in full and is never signed unasked', () => {
  it('so a deposit into an attacker’s pool is not signed, at any limits and any minimum', async () => {
    const theirs = address(60)
    const into = { program: cpmm, account: theirs }
    for (const limits of [{}, { trade: 10n ** 19n }]) {
      await one.keystore.limits({ limits, passphrase: secret() })
      const { deposit, depositTerms } = one.parts
      const message = one.compile(deposit({ pool_state: theirs }), { ...depositTerms, into })
      expect(await one.sign([message])).toBe('placement')
      expect(await one.sign([one.compile(deposit())])).toBe('placement')
      expect(await one.sign([one.compile(one.parts.create())])).toBe('placement')
    }
    const { trades } = await one.keystore.readTrades({
      address: one.parts.wallet,
      messages: [await one.compile(one.parts.deposit({ pool_state: theirs }))],
    })
    expect(trades[0]?.placements).toEqual([
      {
        ...{ kind: 'place', program: cpmm, account: theirs },
        takes: [
          { mint: wrappedNativeMint, raw: SOL },
          { mint, raw: 5_000n },
        ],
        brings: [{ mint: lpMint, raw: 90n }],
      },
    ])
    // SOL, the rent of the LP account, a signature, and the tokens at their price. The share counts for nothing.
    expect(trades[0]?.lost).toBe(SOL + 2_039_280n + 5_000n + 5_000n)
  })

  it('so the passphrase signs it, and no other pool than was shown', async () => {
    const { deposit, depositTerms } = one.parts
    expect(await one.sign([one.compile(deposit(), depositTerms)], secret())).toBe(1)
    const other = one.compile(deposit({ pool_state: address(60) }), depositTerms)
    expect(await one.sign([other], secret())).toMatch(/pool, farm or position/)
  })
})

describe('rule 4: a minimum of 0', () => {
  it('is allowed for a share that comes back, and for a new pool, because its bytes state no minimum', async () => {
    await passed(own.withdraw())
    await passed(own.create())
  })

  it('is refused for a sale and a deposit', async () => {
    expect(await read(await own.swap(mint, 9n, 0n))).toMatch(/for nothing/)
    expect(await read(own.deposit({}, 0n))).toMatch(/no share/)
  })
})

describe('rule 5: shares are never sold unasked', () => {
  it('so LP tokens for one unit are not sold', async () => {
    await one.keystore.limits({ limits: {}, passphrase: secret() })
    const message = one.compile(await one.parts.swap(lpMint, 10_000_000_000n, 1n))
    expect(await one.sign([message])).toBe('unpriced')
    expect(await one.sign([one.compile(await one.parts.swap(mint, 9n, 1n))])).toBe(1)
  })
})

describe('rule 6: the wallet and its cosigners', () => {
  const strayed = (instructions: readonly PlainInstruction[], at: number, place: number) => {
    const changed = instructions[at] ?? expect.fail()
    return instructions.with(at, { ...changed, accounts: changed.accounts.with(place, { address: wallet, as: 'w' }) })
  }

  it('the wallet is only in places that an effect reserves for it', async () => {
    // In the place of a vault, of the pool and of the LP mint.
    for (const place of [6, 2, 12]) expect(await read(strayed(own.deposit(), 3, place))).toBeTypeOf('string')
  })

  it('a second signer is refused unless the message creates its account', async () => {
    const created: PlainInstruction = {
      program: systemProgram,
      accounts: [
        { address: wallet, as: 'ws' },
        { address: address(50), as: 'ws' },
      ],
      data: Uint8Array.from([
        ...[0, 0, 0, 0],
        ...new Uint8Array(BigUint64Array.of(2_039_280n, 165n).buffer),
        ...addressBytes(tokenProgram),
      ]),
    }
    const initialised: PlainInstruction = {
      program: tokenProgram,
      accounts: [{ address: address(50), as: 'w' }, { address: wrappedNativeMint }],
      data: Uint8Array.from([18, ...addressBytes(wallet)]),
    }
    const terms = termsWith({
      lamports: { rent: 2_039_280n, programFee: 0n, networkFee: 10_000n, tip: 0n, tradeFee: 0n },
      cosigners: [address(50)],
    })
    expect(await passed([created, initialised], terms)).toMatchObject({ networkFeeLamports: 10_000n })
    expect(await read([created, initialised], { ...terms, cosigners: [] })).toMatch(/signers/)
    const sell = plain(encodeSell(onCurve(curveTokens), 5n, 5n, 'creator'))
    const alien = { ...sell, accounts: sell.accounts.with(4, { address: attacker, as: 's' as const }) }
    expect(await read([created, initialised, alien], terms)).toBe('others would sign too')
    expect(await read([created], terms)).toMatch(/without an owner/)
  })

  it('a new pool that is a fresh key pair signs for itself', async () => {
    const terms = { ...own.depositTerms, receive: [], cosigners: [pool] }
    const lamports = { ...terms.lamports, programFee: 150_000_000n, networkFee: 10_000n }
    await passed(own.create(true), { ...terms, lamports })
    expect(await read(own.create(true), { ...terms, lamports, cosigners: [] })).toMatch(/signers/)
  })

  it('the wallet is handed to no program of an issuer', async () => {
    // See firewallHook.test.ts for the transfer hook itself.
    const sell = plain(encodeSell(onCurve(curveTokens), 5n, 5n, 'creator'))
    const handed = { ...sell, accounts: [...sell.accounts, { address: wallet }] }
    expect(await read([handed])).toBe('the wallet in a place that its instruction does not name')
  })
})

describe('rule 7: a fee that no byte states', () => {
  it('counts by its bound, which is compared with the shown fee', async () => {
    const effects = await passed(own.create())
    expect(effects.programFeeLamports).toBe(150_000_000n)
    // A wallet of the real program lost 196,240,280 lamports, with a signature and two token accounts that were opened before.
    const taken = 196_240_280n - 5_000n - 2n * 2_039_280n
    expect(effects.rentLamports + 150_000_000n).toBeGreaterThanOrEqual(taken)
    expect(effects.lamports).toBeGreaterThanOrEqual(SOL + taken)
    const terms: Terms = { ...own.depositTerms, receive: [] }
    const fee = (programFee: bigint) => ({ ...terms, lamports: { ...terms.lamports, programFee } })
    await passed(own.create(), fee(150_000_000n))
    expect(await read(own.create(), fee(149_999_999n))).toMatch(/program’s fee/)
    expect(await read(own.create(), fee(0n))).toMatch(/program’s fee/)
  })
})

describe('rules 8 and 9: the counted amounts', () => {
  it('twelve messages count twelve times', async () => {
    await one.keystore.limits({ limits: { trade: 3n * SOL, untilLock: 10n * SOL }, passphrase: secret() })
    const tokens = await associatedTokenAddress(one.parts.wallet, mint, token2022Program)
    const buy = plain(encodeBuyExactSolIn({ ...onCurve(tokens), user: one.parts.wallet }, SOL, 5_000n))
    const twelve = Array.from({ length: 12 }, (_, i) => one.compile([buy], undefined, i))
    expect(await one.sign(twelve)).toBe('untilLock')
    expect(await one.sign(twelve.slice(0, 1))).toBe(1)
  })

  it('rents, fees and tokens at their price leave the wallet', async () => {
    const { trades } = await one.keystore.readTrades({
      address: one.parts.wallet,
      messages: await Promise.all([
        one.compile(await one.parts.swap(mint, 100n, 40n)),
        one.compile(one.parts.create()),
      ]),
    })
    expect(trades[0]?.lost).toBe(5_000n + 60n)
    expect(trades[1]?.lost).toBeGreaterThanOrEqual(SOL + 192_156_720n + 5_000n + 5_000n)
  })

  it('a withdrawal to another recipient is refused', async () => {
    const bytes = (to: Address) => compileMessage(wallet, [transfer(to, 7n)]).bytes
    const terms = termsWith({ spend: [amountOf(wrappedNativeMint, 7n)], recipient: feeWallet })
    expect(await readWithdrawal(bytes(feeWallet), wallet, terms)).toMatchObject({ recipient: feeWallet, amount: 7n })
    expect(await readWithdrawal(bytes(attacker), wallet, terms)).toMatch(/recipient/)
    expect(await readWithdrawal(bytes(feeWallet), wallet, { ...terms, spend: [] })).toMatch(/other tokens/)
    expect(await read([transfer(attacker, 7n)], { ...terms, recipient: attacker })).toBe(`a transfer to ${attacker}`)
  })
})
