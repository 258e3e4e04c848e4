import {
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  encodeBase58,
  memoProgram,
  nonceAccountAddress,
  systemProgram,
  token2022Program,
} from '@tern/core'
import { recentBlockhashesSysvar, referralMemo } from '@tern/core/internal'
import { jitoTipAccounts } from '@tern/core/internal/tipAccounts'
import { encodeBuyExactSolIn } from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowed } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { mint, onCurve, plain, SOL, transfer } from '../test/trades.ts'
import type { AskedMessage } from './asked.ts'
import { kdfLimits } from './bundle.ts'
import { createKeystore } from './keystore.ts'
import { createNonces } from './nonces.ts'
import { createTally } from './tally.ts'
import type { CountedEffects } from './tradeLoss.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const secret = () => new TextEncoder().encode('correct horse battery staple')
const value = (byte: number) => new Uint8Array(32).fill(byte)
const text = (byte: number) => encodeBase58(value(byte))
const [jito] = jitoTipAccounts as readonly [Address]

/** A signer with an open wallet in nonce mode. `tell` delivers a message of the server. */
async function signer(untilLock = 10n * SOL) {
  const nonces = createNonces()
  const keystore = createKeystore(cheapest, { nonces })
  const made = await keystore.create({ passphrase: secret(), suborgId: 'suborg-1', label: 'Main', createdAt: 1 })
  const [wallet = expect.fail()] = made.addresses
  await keystore.limits({ limits: { untilLock } })
  const account = await nonceAccountAddress(wallet, 0)
  expect(await nonces.follow([wallet])).toEqual([account])
  const tell = (of: string | null) => nonces.receive(JSON.stringify({ nonces: [[account, of]] }))
  const named = { ...onCurve(await associatedTokenAddress(wallet, mint, token2022Program)), user: wallet }
  const advance: PlainInstruction = {
    program: systemProgram,
    accounts: [{ address: account, as: 'w' }, { address: recentBlockhashesSysvar }, { address: wallet, as: 's' }],
    data: Uint8Array.of(4, 0, 0, 0),
  }
  const buy = (maxIn: bigint) => plain(encodeBuyExactSolIn(named, maxIn, 5_000n))
  const tip = (lamports: bigint): PlainInstruction => {
    const paid = transfer(jito, lamports)
    return { ...paid, accounts: paid.accounts.with(0, { address: wallet, as: 'ws' }) }
  }
  const message = (lifetime: number, ...instructions: readonly PlainInstruction[]) =>
    allowed(compileMessage(wallet, instructions, { blockhash: value(lifetime) }))
  /** A buy that begins by advancing the nonce account. */
  const byNonce = (lifetime: number, maxIn: bigint, ...more: readonly PlainInstruction[]) =>
    message(lifetime, advance, buy(maxIn), ...more)
  const sign = async (...messages: readonly (AskedMessage | Promise<AskedMessage>)[]) =>
    keystore.sign({ address: wallet, messages: await Promise.all(messages) }).then(
      () => undefined,
      (error: { facts?: object }) => error.facts,
    )
  return { keystore, wallet, bundle: made.bundle, tell, advance, buy, tip, message, byNonce, sign }
}

/** Lamports that each of these buys counts beside the SOL that it spends: rents and the network fee. */
const beside = 1_844_400n + 890_880n + 5_000n
/** Another message of the same trade. */
const units = (limit: number): PlainInstruction => ({
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.of(2, limit, 0, 0, 0),
})

describe('messages of the same nonce', () => {
  it('count once, by the largest loss, in one request and in several, because only a single message can land', async () => {
    const { keystore, tell, byNonce, sign } = await signer()
    tell(text(1))
    expect(await sign(byNonce(1, SOL), byNonce(1, SOL, units(1)), byNonce(1, SOL, units(2)))).toBeUndefined()
    expect(keystore.signedLamports).toBe(SOL + beside)
    expect(await sign(byNonce(1, SOL / 2n))).toBeUndefined()
    expect(keystore.signedLamports).toBe(SOL + beside)
    expect(await sign(byNonce(1, 3n * SOL))).toBeUndefined()
    expect(keystore.signedLamports).toBe(3n * SOL + beside)
    tell(text(2))
    expect(await sign(byNonce(2, SOL))).toBeUndefined()
    expect(keystore.signedLamports).toBe(4n * SOL + 2n * beside)
  })

  it('count separately with a recent blockhash in place of the value, because all may land', async () => {
    const { keystore, wallet, tell, byNonce, sign } = await signer()
    const both = await Promise.all([byNonce(9, SOL), byNonce(9, SOL, units(1))])
    const isExclusive = async () =>
      (await keystore.readTrades({ address: wallet, messages: both })).trades.map(one => one.isExclusive)
    for (const known of [undefined, text(1), null]) {
      if (known !== undefined) tell(known)
      expect(await isExclusive()).toEqual([false, false])
      const before = keystore.signedLamports
      expect(await sign(...both)).toBeUndefined()
      expect(keystore.signedLamports - before).toBe(2n * (SOL + beside))
    }
    tell(text(9))
    expect(await isExclusive()).toEqual([true, true])
  })

  it('count separately unless they begin by advancing the account', async () => {
    const { keystore, tell, advance, buy, message, sign } = await signer()
    tell(text(1))
    expect(await sign(message(1, buy(SOL)), message(1, buy(SOL), units(1)))).toBeUndefined()
    expect(await sign(message(1, buy(SOL), advance))).toBeUndefined()
    expect(keystore.signedLamports).toBe(3n * (SOL + beside))
  })

  it('are variants of a trade, so only tips and fees may differ', async () => {
    const { keystore, tell, byNonce, tip, sign } = await signer()
    tell(text(1))
    const tipped = byNonce(1, SOL, tip(20_000n), units(3))
    expect(await sign(byNonce(1, SOL), tipped)).toBeUndefined()
    expect(keystore.signedLamports).toBe(SOL + beside + 20_000n)
    const refused = { reason: 'messages of one nonce that trade differently' }
    expect(await sign(byNonce(1, SOL), byNonce(1, SOL + 1n))).toEqual(refused)
    // This nonce value is unknown, and may be a blockhash. Still, one message is shown for all, so all must trade
    // alike.
    expect(await sign(byNonce(2, SOL), byNonce(2, SOL, ...[]), byNonce(2, SOL / 2n))).toEqual(refused)
    expect(await sign(byNonce(2, SOL), byNonce(3, SOL / 2n))).toBeUndefined()
  })

  it('name the same referral code or no code, because only a single code is shown', async () => {
    const { tell, byNonce, sign } = await signer()
    tell(text(1))
    const naming = (code: string): PlainInstruction => ({
      program: memoProgram,
      accounts: [],
      data: new TextEncoder().encode(referralMemo(code)),
    })
    const refused = { reason: 'messages of one nonce that trade differently' }
    const [one, other] = [naming('k7m2p9qx'), naming('k7m2p9qy')]
    expect(await sign(byNonce(1, SOL, one), byNonce(1, SOL, other))).toEqual(refused)
    expect(await sign(byNonce(1, SOL), byNonce(1, SOL, one))).toEqual(refused)
    expect(await sign(byNonce(1, SOL, one), byNonce(1, SOL, one))).toBeUndefined()
  })
})

describe('a trade that lives by a nonce', () => {
  it('counts until the nonce has gone on, also after a lock', async () => {
    const { keystore, bundle, tell, byNonce, buy, message, sign } = await signer()
    tell(text(1))
    await sign(byNonce(1, 6n * SOL))
    await sign(message(7, buy(2n * SOL)))
    keystore.lock()
    // The message with a blockhash has expired, or will soon.
    expect(keystore.signedLamports).toBe(6n * SOL + beside)
    await keystore.unlock({ bundle, passphrase: secret() })
    expect(await sign(message(7, buy(5n * SOL)))).toMatchObject({ limit: 'untilLock' })
    // Another message of the same nonce counts only the amount by which it is dearer.
    expect(await sign(byNonce(1, 7n * SOL))).toBeUndefined()
    expect(keystore.signedLamports).toBe(7n * SOL + beside)
    tell(text(2))
    expect(keystore.signedLamports).toBeLessThanOrEqual(SOL)
    expect(await sign(message(7, buy(5n * SOL)))).toBeUndefined()
  })

  it('counts also after its owner was asked about another', async () => {
    const { keystore, wallet, tell, byNonce, buy, message } = await signer()
    tell(text(1))
    await keystore.sign({ address: wallet, messages: [await byNonce(1, 6n * SOL)] })
    await keystore.sign({ address: wallet, messages: [await message(7, buy(9n * SOL))], passphrase: secret() })
    expect(keystore.signedLamports).toBe(15n * SOL + 2n * beside)
    tell(text(2))
    expect(keystore.signedLamports).toBe(9n * SOL + beside)
  })

  it('counts the dearest of each wallet after a lock, if the server never reported its nonce', async () => {
    const { keystore, byNonce, sign } = await signer(100n * SOL)
    await sign(byNonce(3, 2n * SOL))
    await sign(byNonce(4, 5n * SOL))
    expect(keystore.signedLamports).toBe(7n * SOL + 2n * beside)
    keystore.lock()
    expect(keystore.signedLamports).toBe(5n * SOL + beside)
  })
})

describe("the server's report of a nonce", () => {
  it('is used if it is a value, and only for followed accounts', async () => {
    const nonces = createNonces()
    const wallet = text(1) as Address
    const account = await nonceAccountAddress(wallet, 0)
    const report = (of: unknown) => nonces.receive(JSON.stringify({ nonces: [[account, of]] }))
    report(text(2))
    expect(nonces.isPresent(wallet, text(2))).toBe(false)
    await nonces.follow([wallet])
    expect(nonces.isPresent(wallet, text(2))).toBe(true)
    report(text(3))
    expect([nonces.isPresent(wallet, text(2)), nonces.isPast(wallet, text(2))]).toEqual([false, true])
    // A node that is behind.
    report(text(2))
    expect([nonces.isPresent(wallet, text(2)), nonces.isPast(wallet, text(2))]).toEqual([true, false])
    for (const wrong of ['x', 7, {}, [text(9)]]) report(wrong)
    nonces.receive('{"all":true,"prices":[]}')
    expect(nonces.isPresent(wallet, text(2))).toBe(true)
    report(null)
    expect([nonces.isPresent(wallet, text(2)), nonces.isPast(wallet, text(2))]).toEqual([false, true])
  })
})

describe('a tally', () => {
  it('never counts less than the messages that may land, for any messages in any order', () => {
    const wallet = text(1) as Address
    const effects = (nonce: string | undefined, lost: bigint): CountedEffects => ({
      ...{ trades: [], feeLamports: 0n, tipLamports: 0n, networkFeeLamports: lost, rentLamports: 0n, lamports: lost },
      ...{ lost, unpriced: 0, isExclusive: false },
      ...(nonce !== undefined && { nonce }),
    })
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('sign' as const),
        isByNonce: fc.boolean(),
        lost: fc.array(fc.bigInt(0n, 99n), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('advance' as const), isReported: fc.boolean() }),
      fc.record({ kind: fc.constant('lock' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        let [present, reportedPresent] = [0, -1]
        const past = new Set<number>()
        const tally = createTally({
          isPresent: (_, of) => of === String(reportedPresent),
          isPast: (_, of) => past.has(Number(of)),
        })
        // `live`: the largest loss of the present nonce. `spent`: the sum since the last lock, with the largest loss of each nonce.
        let [live, spent] = [0n, 0n]
        for (const one of steps) {
          if (one.kind === 'lock') {
            tally.reset()
            spent = 0n
          } else if (one.kind === 'advance') {
            present++
            live = 0n
            if (one.isReported) {
              if (reportedPresent >= 0) past.add(reportedPresent)
              reportedPresent = present
            }
          } else {
            const nonce = one.isByNonce ? String(present) : undefined
            tally.add(
              wallet,
              one.lost.map(lost => effects(nonce, lost)),
            )
            const dearest = one.lost.reduce((max, lost) => (lost > max ? lost : max), 0n)
            if (nonce === undefined) spent += one.lost.reduce((all, lost) => all + lost, 0n)
            else if (dearest > live) {
              spent += dearest - live
              live = dearest
            }
          }
          expect(tally.total.lamports).toBeGreaterThanOrEqual(spent > live ? spent : live)
        }
      }),
    )
  })
})
