import { expect, it } from 'vitest'
import { protectionOf } from './protection.ts'

const guard = { isResting: false, frontRunningProtection: 'request' } as const
const plain = { isResting: false, frontRunningProtection: 'none' } as const
const auto = { kind: 'auto' } as const
const manual = (bribeFee: bigint) => ({ kind: 'manual', priorityFee: 50_000n, bribeFee }) as const

it.each([
  ['off', 'it is not asked for', { fee: auto, mevProtection: false }, [guard]],
  ['on', 'a provider has it', { fee: auto, mevProtection: true }, [plain, guard]],
  ['on', 'the providers are not known yet', { fee: auto, mevProtection: true }, undefined],
  ['none', 'no provider is on', { fee: auto, mevProtection: true }, []],
  ['none', 'no provider that is on has it', { fee: auto, mevProtection: true }, [plain]],
  [
    'none',
    'the provider that has it rests',
    { fee: auto, mevProtection: true },
    [plain, { ...guard, isResting: true }],
  ],
  ['none', 'nobody is tipped', { fee: manual(0n), mevProtection: true }, [guard]],
  ['on', 'a bribe is paid', { fee: manual(1_000n), mevProtection: true }, [guard]],
] as const)('protection is %s when %s', (protection, _, preset, chosen) => {
  expect(protectionOf(preset, chosen)).toBe(protection)
})
