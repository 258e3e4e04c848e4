import { systemProgram } from '@tern/core'
import { address, struct, u64 } from '@tern/core/internal'
import { effect, native, type ProgramEffects } from '../effects/language.ts'

// `SystemInstruction` (solana-system-interface, instruction.rs): a number in four bytes, then the arguments.
const numbered = (number: number) => ({ discriminator: [number, 0, 0, 0] })

const createAccountLayout = struct(
  'createAccount',
  52,
  { lamports: u64, space: u64, program: address },
  { discriminator: [0, 0, 0, 0] },
)
const assignLayout = struct('assign', 36, { program: address }, numbered(1))
const transferLayout = struct('transfer', 12, { lamports: u64 }, numbered(2))
const advanceLayout = struct('advanceNonceAccount', 4, {}, numbered(4))
const withdrawLayout = struct('withdrawNonceAccount', 12, { lamports: u64 }, numbered(5))
const initializeLayout = struct('initializeNonceAccount', 36, { authority: address }, numbered(6))

/** The seed has any length, so the fields after it have places from the end only. */
const createWithSeedLayout = {
  name: 'createAccountWithSeed',
  discriminator: Uint8Array.of(3, 0, 0, 0),
  offsets: { base: 4 },
  tail: '36,s,8,8,32',
}
const allocateWithSeedLayout = {
  name: 'allocateWithSeed',
  discriminator: Uint8Array.of(9, 0, 0, 0),
  offsets: { base: 4 },
  tail: '36,s,8,32',
}
const programAtEnd = { fromEnd: 32 }

/** The System program's instructions. */
export const effects: ProgramEffects = {
  programs: [systemProgram],
  effects: [
    effect(createAccountLayout, {
      accounts: 'from created',
      kind: 'open',
      wallet: ['from'],
      signs: ['created'],
      opens: [{ account: 'created', maxRent: 'lamports', program: { argument: 'program' } }],
    }),
    effect(assignLayout, { accounts: 'account', kind: 'never', wallet: ['account'] }),
    effect(transferLayout, {
      // A tip names further accounts, for its provider to read. The program ignores them.
      accounts: 'from to named*',
      kind: 'transfer',
      wallet: ['from'],
      takes: [{ account: 'from', mint: native, max: 'lamports' }],
      brings: [{ account: 'to', mint: native, min: 'lamports' }],
    }),
    effect(createWithSeedLayout, {
      accounts: 'from created base?',
      kind: 'open',
      wallet: ['from'],
      mayBeWallet: ['base'],
      walletArguments: ['base'],
      opens: [{ account: 'created', maxRent: { fromEnd: 48 }, program: programAtEnd }],
    }),
    effect(advanceLayout, {
      accounts: 'nonce recent_blockhashes authority',
      kind: 'nonce',
      wallet: ['authority'],
      pool: 'nonce',
    }),
    effect(withdrawLayout, {
      accounts: 'nonce to recent_blockhashes rent authority',
      kind: 'nonce',
      wallet: ['authority'],
      mayBeWallet: ['to'],
      pool: 'nonce',
      takes: [{ account: 'nonce', mint: native, max: 'lamports' }],
      brings: [{ account: 'to', mint: native, min: 'lamports' }],
    }),
    effect(initializeLayout, {
      accounts: 'nonce recent_blockhashes rent',
      kind: 'nonce',
      pool: 'nonce',
      walletArguments: ['authority'],
    }),
    effect(allocateWithSeedLayout, {
      accounts: 'nonce base',
      kind: 'nonce',
      wallet: ['base'],
      walletArguments: ['base'],
      pool: 'nonce',
      opens: [{ account: 'nonce', maxRent: 0n, program: programAtEnd }],
      value: { fromEnd: 40 },
    }),
  ],
}
