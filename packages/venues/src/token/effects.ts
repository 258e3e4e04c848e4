import { token2022Program, tokenProgram } from '@tern/core'
import { address, struct, u8, u64 } from '@tern/core/internal'
import { byTerms, effect, itself, type ProgramEffects } from '../effects/language.ts'

// `TokenInstruction` (spl-token-interface and spl-token-2022-interface, instruction.rs). The numbers are the same in both programs.
const amount = { amount: u64 }
const checked = { amount: u64, decimals: u8 }
const numbered = <const F extends { readonly [name: string]: typeof u8 | typeof u64 | typeof address }>(
  name: string,
  number: number,
  fields: F,
) =>
  struct(
    name,
    Object.values(fields).reduce((sum, { size }) => sum + size, 1),
    fields,
    { discriminator: [number] },
  )

/** Opens a token account that an earlier instruction created and paid for. */
const initialized = { kind: 'open' } as const
const withOwner = {
  ...initialized,
  walletArguments: ['owner'],
  opens: [
    {
      account: 'account',
      owner: { argument: 'owner' },
      payer: 'account',
      maxRent: 0n,
      mint: 'mint',
      program: itself,
    },
  ],
} as const
const moved = { mint: 'mint', tokenProgram: itself } as const
const anyLength = { anyData: true, kind: 'never' } as const

const transfer = { kind: 'transfer', wallet: ['owner'] } as const
const withFeeLayout = struct(
  'transferCheckedWithFee',
  19,
  { amount: u64, decimals: u8, fee: u64 },
  { discriminator: [26, 1] },
)

/** The instructions of both token programs. */
export const effects: ProgramEffects = {
  programs: [tokenProgram, token2022Program],
  effects: [
    effect(numbered('initializeAccount', 1, {}), {
      ...initialized,
      accounts: 'account mint owner rent',
      wallet: ['owner'],
      opens: [{ account: 'account', owner: 'owner', payer: 'account', maxRent: 0n, mint: 'mint', program: itself }],
    }),
    effect(numbered('initializeAccount2', 16, { owner: address }), { ...withOwner, accounts: 'account mint rent' }),
    effect(numbered('initializeAccount3', 18, { owner: address }), { ...withOwner, accounts: 'account mint' }),
    effect(numbered('transfer', 3, amount), {
      ...transfer,
      accounts: 'source destination owner',
      takes: [{ account: 'source', mint: byTerms, tokenProgram: itself, max: 'amount' }],
      // A transfer fee of the mint may lessen the amount. No byte states the fee.
      brings: [{ account: 'destination', mint: byTerms, tokenProgram: itself, min: 0n }],
    }),
    effect(numbered('transferChecked', 12, checked), {
      ...transfer,
      accounts: 'source mint destination owner',
      takes: [{ ...moved, account: 'source', max: 'amount', decimals: 'decimals' }],
      brings: [{ ...moved, account: 'destination', min: 0n }],
    }),
    effect(withFeeLayout, {
      ...transfer,
      accounts: 'source mint destination owner',
      takes: [{ ...moved, account: 'source', max: 'amount', decimals: 'decimals' }],
      brings: [{ ...moved, account: 'destination', min: { difference: ['amount', 'fee'] } }],
    }),
    effect(numbered('closeAccount', 9, {}), {
      accounts: 'account destination owner',
      kind: 'close',
      wallet: ['owner'],
      mayBeWallet: ['destination'],
      closes: [{ account: 'account', destination: 'destination' }],
    }),
    effect(numbered('syncNative', 17, {}), { accounts: 'account', kind: 'nothing' }),
    effect(numbered('burn', 8, amount), {
      accounts: 'account mint owner',
      kind: 'burn',
      wallet: ['owner'],
      takes: [{ ...moved, account: 'account', max: 'amount' }],
      irreversible: 'burn',
    }),
    effect(numbered('burnChecked', 15, checked), {
      accounts: 'account mint owner',
      kind: 'burn',
      wallet: ['owner'],
      takes: [{ ...moved, account: 'account', max: 'amount', decimals: 'decimals' }],
      irreversible: 'burn',
    }),
    ...(
      [
        ['approve', 4],
        ['revoke', 5],
        ['setAuthority', 6],
        ['approveChecked', 13],
      ] as const
    ).map(([name, number]) => effect(numbered(name, number, {}), { ...anyLength, accounts: 'any*' })),
  ],
}
