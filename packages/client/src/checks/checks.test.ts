import { type AccountSnapshot, type Address, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { checkTokenAccount } from './checkTokenAccount.ts'
import { checkTradeFunds } from './checkTradeFunds.ts'

const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const owner = addressOf(1)
const mint = addressOf(2)
const address = addressOf(3)
const token = { mint, decimals: 6, program: tokenProgram }
const none = addressOf(4)

function accountOf(change: Partial<Parameters<typeof tokenAccountLayout.encode>[0]> = {}): AccountSnapshot {
  const data = tokenAccountLayout.encode({
    mint,
    owner,
    amount: 100n,
    delegateOption: 0,
    delegate: none,
    state: 1,
    isNativeOption: 0,
    isNative: 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: 0,
    closeAuthority: none,
    ...change,
  })
  return { owner: tokenProgram, lamports: 2_039_280n, executable: false, data, slot: 1n }
}

describe('the token account of a trade', () => {
  const buying = { address, owner, token }
  const selling = { ...buying, amount: 100n }
  const said = (wanted: typeof buying | typeof selling, account: AccountSnapshot | null) =>
    checkTokenAccount(wanted, account)?.message

  it('may be missing for a buy, and must hold the sold amount', () => {
    expect(said(buying, null)).toBeUndefined()
    expect(said(selling, null)).toBe('input token account not found')
    expect(said(selling, accountOf())).toBeUndefined()
    expect(said(selling, accountOf({ amount: 99n }))).toBe('Not enough tokens to sell')
  })

  it.each([
    ['of another program', { ...accountOf(), owner: token2022Program }],
    ['of another mint', accountOf({ mint: none })],
    ['of another owner', accountOf({ owner: none })],
    ['that is no token account', { ...accountOf(), data: new Uint8Array(82) }],
  ])('may not be one %s', (_, account) => {
    expect(said(buying, account)).toBe('create ata check error')
    expect(said(selling, account)).toBe('create ata check error')
  })

  it('F48 may not be frozen', () => {
    expect(said(buying, accountOf({ state: 2 }))).toBe('The token account is frozen by the token’s issuer')
  })
})

describe('the funds of a trade', () => {
  const outlay = {
    amount: 0n,
    tradeFee: 0n,
    priorityFee: 0n,
    tip: 0n,
    rent: 0n,
    proceeds: 0n,
    settlement: 'wrapped',
  } as const

  it('are refused with the specification’s text and the missing amounts', () => {
    expect(checkTradeFunds(2_089_280n, { ...outlay, side: 'buy' })).toBeUndefined()
    const buy = checkTradeFunds(2_089_279n, { ...outlay, side: 'buy' })
    expect(buy?.message).toBe('No enough SOL to buy tokens')
    expect(buy?.facts).toEqual({ balance: 2_089_279n, required: 2_089_280n, largest: 0n })
    expect(checkTradeFunds(0n, { ...outlay, side: 'sell' })?.message).toBe('No enough SOL to pay for trade fee')
  })

  it('include the largest possible buy, to the lamport, also between the rest of a curve and the room above it', () => {
    // The curve has 1 SOL left to buy. The swap may take up to 1.1 SOL, and Tern's fee is still 1% of 1 SOL.
    const left = { ...outlay, side: 'buy', tradeFee: 10_000_000n } as const
    for (const balance of [5_000_000n, 500_000_000n, 1_050_000_000n]) {
      const facts = checkTradeFunds(balance, { ...left, amount: 1_100_000_000n })?.facts as { largest: bigint }
      const fee = (amount: bigint) => (amount < 1_000_000_000n ? amount / 100n : 10_000_000n)
      const at = (amount: bigint) => ({ ...left, amount, tradeFee: fee(amount) })
      expect(checkTradeFunds(balance, at(facts.largest))).toBeUndefined()
      expect(checkTradeFunds(balance, at(facts.largest + 1n))).toBeDefined()
    }
  })

  it('include the largest buy without a fee: the balance less rent and margin', () => {
    const error = checkTradeFunds(1_000_000_000n, { ...outlay, side: 'buy', amount: 2_000_000_000n })
    expect(error?.facts).toMatchObject({ largest: 1_000_000_000n - 2_039_280n - 50_000n })
  })
})
