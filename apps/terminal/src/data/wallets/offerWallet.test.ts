import type { Address } from '@tern/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { offerWallet } from './offerWallet.ts'
import { session } from './session.ts'

const kept = (address: string, label: string) => ({
  address: address as Address,
  label,
  createdAt: 0,
  nonceMode: false,
})
const held = (...labels: readonly string[]) => ({
  status: 'locked' as const,
  wallets: labels.map(label => kept(label.toLowerCase(), label)),
  address: labels[0]?.toLowerCase() as Address,
  ...{ isPractice: false, hasRecoveryCode: true, hasPhrase: false, passkeys: [], limits: {} },
})
/** The address that this browser used last. */
let chosen: string | undefined

beforeEach(() => {
  toasts.set([])
  chosen = undefined
  const setItem = (_: string, address: string) => {
    chosen = address
  }
  vi.stubGlobal('localStorage', { setItem, getItem: () => null })
})

it('keeps the wallet in use when another is added, and offers the new wallet', async () => {
  session.set(held('Main', 'Second'))
  await offerWallet('second' as Address)
  expect(chosen).toBeUndefined()
  expect(session.get()).toMatchObject({ address: 'main' })
  const [toast = expect.fail('no toast')] = toasts.get()
  const words = {
    title: 'Second was added',
    detail: 'Trades still come from Main.',
    actions: [{ label: 'Use Second' }],
  }
  expect(toast).toMatchObject(words)
  toast.actions?.[0]?.onPress()
  expect([chosen, toasts.get()]).toEqual(['second', []])
})

it.each([held('Main'), { status: 'none' } as const])('uses the first wallet without a toast', async before => {
  session.set(before)
  await offerWallet('main' as Address)
  expect([chosen, toasts.get()]).toEqual(['main', []])
})
