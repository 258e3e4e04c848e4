import { type Address, memoProgram, systemProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createAdmission } from './admission.ts'
import type { CheckedTransaction } from './checkTransaction.ts'

const [payer, stranger, tipAccount, feeWallet, nonceAccount, sysvar] = [
  'Payer',
  'Stranger',
  'Tip',
  'Fee',
  'Nonce',
  'Sysvar',
].map(name => name as Address) as [Address, Address, Address, Address, Address, Address]

function transfer(from: Address, to: Address, lamports: bigint, kind = 2) {
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, kind, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  return { program: systemProgram, accounts: [from, to], data }
}
const memo = { program: memoProgram, accounts: [], data: new Uint8Array(12) }
const advance = { program: systemProgram, accounts: [nonceAccount, sysvar, payer], data: Uint8Array.of(4, 0, 0, 0) }
const transaction = (...instructions: CheckedTransaction['instructions']): CheckedTransaction => ({
  ...{ bytes: new Uint8Array(), signature: 'signature', feePayer: payer, signers: [payer], lifetime: 'hash' },
  instructions,
})

const providers = [
  { name: 'normal', minimumTip: 0n, tipAccounts: [] },
  { name: 'jito', minimumTip: 1_000n, tipAccounts: [tipAccount] },
  { name: 'other', minimumTip: 1_000n, tipAccounts: [stranger] },
]
async function verdict(one: CheckedTransaction, name = 'jito', isAlive = async () => true): Promise<string> {
  try {
    await createAdmission({ providers, feeWallet, isAlive }).admit(one, name, 3)
    return 'admitted'
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}
const tooLow = 'Transaction 3 is refused: it tips jito less than 1000 lamports'

describe('a provider other than the nodes', () => {
  it('accepts a transaction that tips it enough, in one transfer or several', async () => {
    expect(await verdict(transaction(memo, transfer(payer, tipAccount, 1_000n)))).toBe('admitted')
    const twice = [transfer(payer, tipAccount, 400n), transfer(payer, tipAccount, 600n)]
    expect(await verdict(transaction(...twice))).toBe('admitted')
  })

  it('accepts a transaction that pays Tern’s fee', async () => {
    expect(await verdict(transaction(transfer(payer, feeWallet, 1_000n)))).toBe('admitted')
    const unset = createAdmission({ providers, feeWallet: undefined, isAlive: async () => true })
    await expect(unset.admit(transaction(transfer(payer, feeWallet, 1_000n)), 'jito', 3)).rejects.toThrow(tooLow)
  })

  it.each([
    ['nothing', [memo]],
    ['too little', [transfer(payer, tipAccount, 999n)]],
    ['another provider', [transfer(payer, stranger, 5_000n)]],
    ['with the money of somebody who has not signed', [transfer(stranger, tipAccount, 5_000n)]],
    ['by no transfer', [transfer(payer, tipAccount, 5_000n, 3)]],
    ['by another program', [{ ...transfer(payer, tipAccount, 5_000n), program: memoProgram }]],
    ['a fee of nothing', [transfer(payer, feeWallet, 0n)]],
    ['a fee below the min tip', [transfer(payer, feeWallet, 999n)]],
  ])('refuses a transaction that pays %s', async (_, instructions) => {
    expect(await verdict(transaction(...instructions))).toBe(tooLow)
  })

  it('refuses a transaction that can no longer land', async () => {
    const paid = transaction(transfer(payer, tipAccount, 1_000n))
    const gone = 'Transaction 3 is refused: its blockhash or nonce is not a recent one'
    expect(await verdict(paid, 'jito', async () => false)).toBe(gone)
  })

  it('checks the nonce that the first instruction advances, if its authority has signed', async () => {
    const tip = transfer(payer, tipAccount, 1_000n)
    const asked: unknown[] = []
    const isAlive = async (...of: unknown[]) => asked.push(of) > 0
    const admission = createAdmission({ providers, feeWallet, isAlive })
    const byStranger = { ...advance, accounts: [nonceAccount, sysvar, stranger] }
    for (const list of [
      [advance, tip],
      [tip, advance],
      [byStranger, tip],
    ])
      await admission.admit(transaction(...list), 'jito', 0)
    expect(asked).toEqual([
      ['hash', { account: nonceAccount, authority: payer }],
      ['hash', undefined],
      ['hash', undefined],
    ])
  })
})

it('the nodes accept everything', async () => {
  expect(await verdict(transaction(memo), 'normal', async () => false)).toBe('admitted')
})
