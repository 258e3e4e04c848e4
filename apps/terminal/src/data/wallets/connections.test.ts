import { type Address, encodeBase58 } from '@tern/core'
import { getWallets } from '@wallet-standard/app'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { practiceNetwork } from '../../sheet/practiceNetwork.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { toasts } from '../toasts.ts'
import type { WalletProgram } from './connections.ts'
import { externalWallets, readConnected } from './external.ts'

type Account = WalletProgram['accounts'][number] & { readonly address: Address; readonly publicKey: Uint8Array }

function accountOf(byte: number): Account {
  const publicKey = new Uint8Array(32).fill(byte)
  const address = encodeBase58(publicKey) as Address
  return { address, publicKey, chains: ['solana:localnet'], features: ['solana:signTransaction'] }
}
const [one, other] = [accountOf(1), accountOf(2)]

/** The account that the person has chosen in the program. */
let accounts: readonly Account[] = []
const listeners: (() => void)[] = []
const choose = (account: Account) => {
  accounts = [account]
  for (const listener of listeners) listener()
}

const kestrel = {
  // The marks turn the letters around, and one leaves no ink.
  name: 'Kes\u202Etr\u200Bel',
  get accounts() {
    return accounts
  },
  features: {
    'standard:connect': { connect: async () => ({ accounts }) },
    'standard:events': { on: (_: string, listener: () => void) => listeners.push(listener) },
    'solana:signTransaction': { signTransaction: async () => [] },
  },
}

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
}

let connections: typeof import('./connections.ts')
beforeAll(async () => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', () => undefined)
  queryClient.setQueryData(networkQuery.queryKey, practiceNetwork)
  getWallets().register(kestrel as never)
  connections = await import('./connections.ts')
})
// The test files of a worker share the query client.
afterAll(() => queryClient.clear())
beforeEach(() => {
  vi.stubGlobal('localStorage', storage)
  toasts.set([])
})

it('offers the account that its program has chosen instead of the connected account', async () => {
  choose(one)
  const { connectWallet, openConnected } = connections
  expect(await connectWallet(connections.walletPrograms.get()[0] ?? expect.fail('no program'))).toBe(one.address)
  choose(other)
  await vi.waitFor(() => expect(externalWallets.get()).toMatchObject([{ address: one.address }]))
  await vi.waitFor(() => expect(externalWallets.get()[0]).not.toHaveProperty('owner'))

  const use = vi.fn(async () => undefined)
  await openConnected(one.address, use)
  const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`
  const [toast = expect.fail('no toast')] = toasts.get()
  expect(toast).toMatchObject({
    title: 'Kestrel cannot sign here: another account is selected there',
    detail: `Switch to ${short(one.address)} in Kestrel and reconnect, or trade from the account selected there.`,
    actions: [{ label: `Use ${short(other.address)}` }],
  })
  toast.actions?.[0]?.onPress()
  await vi.waitFor(() => expect(externalWallets.get()[1]).toMatchObject({ address: other.address, owner: {} }))
  expect(toasts.get()).toEqual([])
  expect(readConnected()).toMatchObject([
    { address: one.address, label: 'Kestrel' },
    { address: other.address, label: 'Kestrel' },
  ])
  await vi.waitFor(() => expect(use).toHaveBeenCalledExactlyOnceWith(other.address))
})
