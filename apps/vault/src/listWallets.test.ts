import { type Bundle, pinOf } from '@tern/custody/internal'
import { describe, expect, it } from 'vitest'
import { listWallets } from './listWallets.ts'

const bytes = (length: number) => 'A'.repeat(Math.ceil((length * 4) / 3))
const [main, second, theirs] = [
  'So11111111111111111111111111111111111111112',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]
const wallet = (address: string, label: string) => {
  return { walletId: bytes(16), address, label, iv: bytes(12), ciphertext: bytes(64), nonceMode: false, createdAt: 1 }
}
const bundle = (rev: number, ...wallets: readonly object[]) =>
  ({ v: 2, suborgId: 's', rev, createdAt: 1, ark: [], wallets, seal: bytes(32) }) as unknown as Bundle

describe('the wallets of the server’s bundle', () => {
  const known = bundle(2, wallet(main, 'Main'), wallet(second, 'Savings'))

  it('are listed as this browser opened them', () => {
    expect(listWallets(known, pinOf(known))).toEqual([
      { address: main, label: 'Main', createdAt: 1, nonceMode: false },
      { address: second, label: 'Savings', createdAt: 1, nonceMode: false },
    ])
  })

  it('keep their labels, and a new wallet is unchecked and cannot borrow a label', () => {
    const grown = bundle(3, wallet(main, 'Savings'), wallet(second, 'Main'), wallet(theirs, 'Main'))
    expect(listWallets(grown, pinOf(known))).toMatchObject([
      { address: main, label: 'Main' },
      { address: second, label: 'Savings' },
      { address: theirs, label: 'Wallet 3', isUnchecked: true },
    ])
    expect(listWallets(grown, pinOf(known)).map(one => 'isUnchecked' in one)).toEqual([false, false, true])
  })

  it('are all unchecked if this browser has opened no wallet before', () => {
    expect(listWallets(known, undefined)).toMatchObject([
      { label: 'Wallet 1', isUnchecked: true },
      { label: 'Wallet 2', isUnchecked: true },
    ])
  })

  it('have numbers as labels if an older pin holds no labels', () => {
    const { digest: _, labels: __, ...pinned } = pinOf(known)
    expect(listWallets(known, pinned).map(({ label }) => label)).toEqual(['Wallet 1', 'Wallet 2'])
  })

  it('are shown without invisible characters and without marks that reorder letters, whichever version named them', () => {
    const named = bundle(2, wallet(main, '\u202ESav\u2069ings'), wallet(second, '\u200F\u200B'))
    expect(listWallets(named, pinOf(known)).map(({ label }) => label)).toEqual(['Main', 'Savings'])
    expect(listWallets(named, pinOf(named)).map(({ label }) => label)).toEqual(['Savings', 'Wallet 2'])
  })
})
