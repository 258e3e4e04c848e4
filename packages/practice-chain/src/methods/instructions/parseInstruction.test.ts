import {
  type Address,
  addressLookupTableProgram,
  associatedTokenProgram,
  computeBudgetProgram,
  encodeBase58,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { parseInstruction } from './parseInstruction.ts'

const key = (n: number) => encodeBase58(new Uint8Array(32).fill(n + 1)) as Address
const accounts = Array.from({ length: 8 }, (_, i) => key(i))
const [a, b, c, d, e, f, g] = accounts

const u8 = (value: number) => Uint8Array.of(value)
const u16 = (value: number) => new Uint8Array(new Uint16Array([value]).buffer)
const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer)
const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)
const text = (value: string, length: typeof u32 | ((n: number) => Uint8Array) = u32) =>
  Buffer.concat([length(Buffer.byteLength(value)), Buffer.from(value)])
const seed = (value: string) => text(value, n => u64(BigInt(n)))
const none = u8(0)
const some = (address: Address) => Buffer.concat([u8(1), addressBytes(address)])

/** The parsed instruction as `[type, info]`, or its parsed text if it has no type. */
function parsed(program: Address, count: number, ...data: readonly Uint8Array[]): unknown {
  const whole = Buffer.concat(data)
  const found = parseInstruction({ program, accounts: accounts.slice(0, count), data: whole }, 1) as
    | { parsed: { type: string; info: unknown } | string; programId: Address; stackHeight: number }
    | undefined
  if (found === undefined) return undefined
  expect([found.programId, found.stackHeight]).toEqual([program, 1])
  return typeof found.parsed === 'string' ? found.parsed : [found.parsed.type, found.parsed.info]
}

describe('instructions of the system program', () => {
  const system = (count: number, tag: number, ...data: readonly Uint8Array[]) =>
    parsed(systemProgram, count, u32(tag), ...data)

  it('are parsed in its terms', () => {
    const [owner, base] = [addressBytes(key(20)), addressBytes(key(21))]
    expect(system(2, 0, u64(5n), u64(165n), owner)).toEqual([
      'createAccount',
      { source: a, newAccount: b, lamports: 5n, space: 165n, owner: key(20) },
    ])
    expect(system(1, 1, owner)).toEqual(['assign', { account: a, owner: key(20) }])
    expect(system(2, 2, u64(7n))).toEqual(['transfer', { source: a, destination: b, lamports: 7n }])
    expect(system(2, 3, base, seed('sël'), u64(5n), u64(165n), owner)).toEqual([
      'createAccountWithSeed',
      { source: a, newAccount: b, base: key(21), seed: 'sël', lamports: 5n, space: 165n, owner: key(20) },
    ])
    expect(system(3, 4)).toEqual(['advanceNonce', { nonceAccount: a, recentBlockhashesSysvar: b, nonceAuthority: c }])
    expect(system(5, 5, u64(9n))).toEqual([
      'withdrawFromNonce',
      {
        nonceAccount: a,
        destination: b,
        recentBlockhashesSysvar: c,
        rentSysvar: d,
        nonceAuthority: e,
        lamports: 9n,
      },
    ])
    expect(system(3, 6, owner)).toEqual([
      'initializeNonce',
      { nonceAccount: a, recentBlockhashesSysvar: b, rentSysvar: c, nonceAuthority: key(20) },
    ])
    expect(system(2, 7, owner)).toEqual([
      'authorizeNonce',
      { nonceAccount: a, nonceAuthority: b, newAuthorized: key(20) },
    ])
    expect(system(1, 8, u64(3n))).toEqual(['allocate', { account: a, space: 3n }])
    expect(system(2, 9, base, seed('s'), u64(3n), owner)).toEqual([
      'allocateWithSeed',
      { account: a, base: key(21), seed: 's', space: 3n, owner: key(20) },
    ])
    expect(system(2, 10, base, seed(''), owner)).toEqual([
      'assignWithSeed',
      { account: a, base: key(21), seed: '', owner: key(20) },
    ])
    expect(system(3, 11, u64(4n), seed('s'), owner)).toEqual([
      'transferWithSeed',
      { source: a, sourceBase: b, destination: c, lamports: 4n, sourceSeed: 's', sourceOwner: key(20) },
    ])
    expect(system(1, 12)).toEqual(['upgradeNonce', { nonceAccount: a }])
    expect(system(1, 13, u64(0n), u64(3n), owner)).toEqual([
      'createAccountAllowPrefund',
      { newAccount: a, space: 3n, owner: key(20) },
    ])
    expect(system(2, 13, u64(1n), u64(3n), owner)).toEqual([
      'createAccountAllowPrefund',
      { newAccount: a, source: b, lamports: 1n, space: 3n, owner: key(20) },
    ])
  })

  it('are left unchanged if a part is missing', () => {
    expect(system(1, 2, u64(7n))).toBeUndefined()
    expect(system(2, 2, u32(7))).toBeUndefined()
    expect(system(2, 14, u64(7n))).toBeUndefined()
    expect(system(2, 3, addressBytes(key(1)), u64(2n ** 63n))).toBeUndefined()
  })
})

describe('instructions of the token programs', () => {
  const token = (count: number, tag: number, ...data: readonly Uint8Array[]) =>
    parsed(tokenProgram, count, u8(tag), ...data)
  const extended = (count: number, ...data: readonly Uint8Array[]) => parsed(token2022Program, count, ...data)
  const amount = { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' }
  const checked = [u64(1_500_000n), u8(6)] as const

  it('are parsed in their terms', () => {
    expect(token(2, 0, u8(6), addressBytes(key(20)), none)).toEqual([
      'initializeMint',
      { mint: a, rentSysvar: b, decimals: 6, mintAuthority: key(20) },
    ])
    expect(token(1, 20, u8(6), addressBytes(key(20)), some(key(21)))).toEqual([
      'initializeMint2',
      { mint: a, decimals: 6, mintAuthority: key(20), freezeAuthority: key(21) },
    ])
    expect(token(4, 1)).toEqual(['initializeAccount', { account: a, mint: b, owner: c, rentSysvar: d }])
    expect(token(3, 16, addressBytes(key(20)))).toEqual([
      'initializeAccount2',
      { account: a, mint: b, rentSysvar: c, owner: key(20) },
    ])
    expect(token(2, 18, addressBytes(key(20)))).toEqual(['initializeAccount3', { account: a, mint: b, owner: key(20) }])
    expect(token(5, 2, u8(2))).toEqual(['initializeMultisig', { multisig: a, rentSysvar: b, signers: [c, d, e], m: 2 }])
    expect(token(3, 19, u8(2))).toEqual(['initializeMultisig2', { multisig: a, signers: [b, c], m: 2 }])
    expect(token(3, 3, u64(9n))).toEqual(['transfer', { source: a, destination: b, authority: c, amount: '9' }])
    expect(token(3, 4, u64(9n))).toEqual(['approve', { source: a, delegate: b, owner: c, amount: '9' }])
    expect(token(2, 5)).toEqual(['revoke', { source: a, owner: b }])
    expect(token(2, 6, u8(0), none)).toEqual([
      'setAuthority',
      { mint: a, authority: b, authorityType: 'mintTokens', newAuthority: null },
    ])
    expect(token(2, 6, u8(2), some(key(20)))).toEqual([
      'setAuthority',
      { account: a, authority: b, authorityType: 'accountOwner', newAuthority: key(20) },
    ])
    expect(token(3, 7, u64(9n))).toEqual(['mintTo', { mint: a, account: b, mintAuthority: c, amount: '9' }])
    expect(token(3, 8, u64(9n))).toEqual(['burn', { account: a, mint: b, authority: c, amount: '9' }])
    expect(token(3, 9)).toEqual(['closeAccount', { account: a, destination: b, owner: c }])
    expect(token(3, 10)).toEqual(['freezeAccount', { account: a, mint: b, freezeAuthority: c }])
    expect(token(3, 11)).toEqual(['thawAccount', { account: a, mint: b, freezeAuthority: c }])
    expect(token(4, 12, ...checked)).toEqual([
      'transferChecked',
      { source: a, mint: b, destination: c, authority: d, tokenAmount: amount },
    ])
    expect(token(4, 13, ...checked)).toEqual([
      'approveChecked',
      { source: a, mint: b, delegate: c, owner: d, tokenAmount: amount },
    ])
    expect(token(3, 14, ...checked)).toEqual([
      'mintToChecked',
      { mint: a, account: b, mintAuthority: c, tokenAmount: amount },
    ])
    expect(token(3, 15, ...checked)).toEqual([
      'burnChecked',
      { account: a, mint: b, authority: c, tokenAmount: amount },
    ])
    expect(token(1, 17)).toEqual(['syncNative', { account: a }])
    expect(token(1, 21)).toEqual(['getAccountDataSize', { mint: a }])
    expect(token(1, 21, u16(7), u16(8))).toEqual([
      'getAccountDataSize',
      { mint: a, extensionTypes: ['immutableOwner', 'memoTransfer'] },
    ])
    expect(token(1, 22)).toEqual(['initializeImmutableOwner', { account: a }])
    expect(token(1, 23, u64(9n))).toEqual(['amountToUiAmount', { mint: a, amount: '9' }])
    expect(token(1, 24, Buffer.from('0.9'))).toEqual(['uiAmountToAmount', { mint: a, uiAmount: '0.9' }])
    expect(token(3, 38)).toEqual(['withdrawExcessLamports', { source: a, destination: b, authority: c }])
  })

  it('name a multisig account and its signers', () => {
    expect(token(5, 3, u64(9n))).toEqual([
      'transfer',
      { source: a, destination: b, multisigAuthority: c, signers: [d, e], amount: '9' },
    ])
    expect(token(4, 9)).toEqual(['closeAccount', { account: a, destination: b, multisigOwner: c, signers: [d] }])
  })

  it('are parsed for extensions, too', () => {
    const set = addressBytes(key(20))
    const zero = new Uint8Array(32)
    expect(extended(1, u8(25), none)).toEqual(['initializeMintCloseAuthority', { mint: a, newAuthority: null }])
    expect(extended(1, u8(26), u8(0), some(key(20)), none, u16(300), u64(5n))).toEqual([
      'initializeTransferFeeConfig',
      { mint: a, transferFeeConfigAuthority: key(20), transferFeeBasisPoints: 300, maximumFee: 5n },
    ])
    expect(extended(4, u8(26), u8(1), ...checked, u64(500_000n))).toEqual([
      'transferCheckedWithFee',
      {
        source: a,
        mint: b,
        destination: c,
        authority: d,
        tokenAmount: amount,
        feeAmount: { amount: '500000', decimals: 6, uiAmount: 0.5, uiAmountString: '0.5' },
      },
    ])
    expect(extended(3, u8(26), u8(2))).toEqual([
      'withdrawWithheldTokensFromMint',
      { mint: a, feeRecipient: b, withdrawWithheldAuthority: c },
    ])
    expect(extended(5, u8(26), u8(3), u8(2))).toEqual([
      'withdrawWithheldTokensFromAccounts',
      { mint: a, feeRecipient: b, withdrawWithheldAuthority: c, sourceAccounts: [d, e] },
    ])
    expect(extended(6, u8(26), u8(3), u8(1))).toEqual([
      'withdrawWithheldTokensFromAccounts',
      {
        mint: a,
        feeRecipient: b,
        multisigWithdrawWithheldAuthority: c,
        signers: [d, e],
        sourceAccounts: [f],
      },
    ])
    expect(extended(4, u8(26), u8(3), u8(2))).toBeUndefined()
    expect(extended(3, u8(26), u8(4))).toEqual(['harvestWithheldTokensToMint', { mint: a, sourceAccounts: [b, c] }])
    expect(extended(2, u8(26), u8(5), u16(1), u64(2n))).toEqual([
      'setTransferFee',
      { mint: a, transferFeeConfigAuthority: b, transferFeeBasisPoints: 1, maximumFee: 2n },
    ])
    expect(extended(1, u8(28), u8(0), u8(2))).toEqual([
      'initializeDefaultAccountState',
      { mint: a, accountState: 'frozen' },
    ])
    expect(extended(2, u8(28), u8(1), u8(1))).toEqual([
      'updateDefaultAccountState',
      { mint: a, freezeAuthority: b, accountState: 'initialized' },
    ])
    expect(extended(4, u8(29), u16(8))).toEqual([
      'reallocate',
      { account: a, payer: b, systemProgram: c, owner: d, extensionTypes: ['memoTransfer'] },
    ])
    expect(extended(2, u8(30), u8(0))).toEqual(['enableRequiredMemoTransfers', { account: a, owner: b }])
    expect(extended(2, u8(34), u8(1))).toEqual(['disableCpiGuard', { account: a, owner: b }])
    expect(extended(3, u8(31))).toEqual(['createNativeMint', { payer: a, nativeMint: b, systemProgram: c }])
    expect(extended(1, u8(32))).toEqual(['initializeNonTransferableMint', { mint: a }])
    expect(extended(1, u8(33), u8(0), zero, u16(65_535))).toEqual([
      'initializeInterestBearingConfig',
      { mint: a, rateAuthority: null, rate: -1 },
    ])
    expect(extended(2, u8(33), u8(1), u16(7))).toEqual([
      'updateInterestBearingConfigRate',
      { mint: a, rateAuthority: b, newRate: 7 },
    ])
    expect(extended(1, u8(35), set)).toEqual(['initializePermanentDelegate', { mint: a, delegate: key(20) }])
    expect(extended(1, u8(36), u8(0), set, zero)).toEqual(['initializeTransferHook', { mint: a, authority: key(20) }])
    expect(extended(2, u8(39), u8(1), set)).toEqual([
      'updateMetadataPointer',
      { mint: a, authority: b, metadataAddress: key(20) },
    ])
    expect(extended(1, u8(40), u8(0), zero, set)).toEqual([
      'initializeGroupPointer',
      { mint: a, groupAddress: key(20) },
    ])
    expect(extended(2, u8(41), u8(1), zero)).toEqual(['updateGroupMemberPointer', { mint: a, authority: b }])
    expect(extended(1, u8(43), u8(0), zero, new Uint8Array(new Float64Array([1.5]).buffer))).toEqual([
      'initializeScaledUiAmountConfig',
      { mint: a, authority: null, multiplier: '1.5' },
    ])
    expect(extended(2, u8(43), u8(1), new Uint8Array(new Float64Array([2]).buffer), u64(9n))).toEqual([
      'updateMultiplier',
      { mint: a, authority: b, newMultiplier: '2', newMultiplierTimestamp: 9n },
    ])
    expect(extended(1, u8(44), u8(0), set)).toEqual(['initializePausableConfig', { mint: a, authority: key(20) }])
    expect(extended(2, u8(44), u8(2))).toEqual(['resume', { mint: a, authority: b }])
  })

  it('are parsed for a mint’s own metadata', () => {
    const discriminator = (bytes: string) => Buffer.from(bytes.split(',').map(Number))
    const initialize = discriminator('210,225,30,162,88,184,77,141')
    expect(extended(4, initialize, text('Otter'), text('OTTR'), text('https://o'))).toEqual([
      'initializeTokenMetadata',
      { metadata: a, updateAuthority: b, mint: c, mintAuthority: d, name: 'Otter', symbol: 'OTTR', uri: 'https://o' },
    ])
    const update = discriminator('221,233,49,45,181,202,220,200')
    expect(extended(2, update, u8(1), text('OT'))).toEqual([
      'updateTokenMetadataField',
      { metadata: a, updateAuthority: b, field: 'symbol', value: 'OT' },
    ])
    expect(extended(2, update, u8(3), text('k'), text('v'))).toEqual([
      'updateTokenMetadataField',
      { metadata: a, updateAuthority: b, field: 'k', value: 'v' },
    ])
    expect(extended(2, discriminator('234,18,32,56,89,141,37,181'), u8(1), text('k'))).toEqual([
      'removeTokenMetadataKey',
      { metadata: a, updateAuthority: b, key: 'k', idempotent: true },
    ])
    expect(extended(2, discriminator('215,228,166,228,84,100,86,123'), new Uint8Array(32))).toEqual([
      'updateTokenMetadataAuthority',
      { metadata: a, updateAuthority: b, newAuthority: null },
    ])
    expect(
      extended(1, discriminator('250,166,180,250,13,12,184,70'), some(key(0)).subarray(0, 1), u64(2n), none),
    ).toEqual(['emitTokenMetadata', { metadata: a, start: 2n }])
    expect(extended(4, initialize, text('Otter'), u32(9))).toBeUndefined()
    expect(extended(2, update, u8(4), text('k'), text('v'))).toBeUndefined()
  })
})

describe('instructions of other programs', () => {
  it('open associated token accounts', () => {
    const created = { source: a, account: b, wallet: c, mint: d, systemProgram: e, tokenProgram: f }
    expect(parsed(associatedTokenProgram, 6)).toEqual(['create', created])
    expect(parsed(associatedTokenProgram, 7, u8(0))).toEqual(['create', created])
    expect(parsed(associatedTokenProgram, 6, u8(1))).toEqual(['createIdempotent', created])
    expect(parsed(associatedTokenProgram, 7, u8(2))).toEqual([
      'recoverNested',
      {
        nestedSource: a,
        nestedMint: b,
        destination: c,
        nestedOwner: d,
        ownerMint: e,
        wallet: f,
        tokenProgram: g,
      },
    ])
    expect(parsed(associatedTokenProgram, 5)).toBeUndefined()
    expect(parsed(associatedTokenProgram, 7, u8(3))).toBeUndefined()
  })

  it('make lookup tables', () => {
    const table = { lookupTableAccount: a, lookupTableAuthority: b }
    const lookup = (count: number, tag: number, ...data: readonly Uint8Array[]) =>
      parsed(addressLookupTableProgram, count, u32(tag), ...data)
    expect(lookup(4, 0, u64(9n), u8(254))).toEqual([
      'createLookupTable',
      { ...table, payerAccount: c, systemProgram: d, recentSlot: 9n, bumpSeed: 254 },
    ])
    expect(lookup(2, 1)).toEqual(['freezeLookupTable', table])
    expect(lookup(2, 2, u64(1n), addressBytes(key(9)))).toEqual([
      'extendLookupTable',
      { ...table, newAddresses: [key(9)] },
    ])
    expect(lookup(4, 2, u64(0n))).toEqual([
      'extendLookupTable',
      { ...table, payerAccount: c, systemProgram: d, newAddresses: [] },
    ])
    expect(lookup(2, 2, u64(2n ** 63n), addressBytes(key(9)))).toBeUndefined()
    expect(lookup(2, 3)).toEqual(['deactivateLookupTable', table])
    expect(lookup(3, 4)).toEqual(['closeLookupTable', { ...table, recipient: c }])
  })

  it('are memos, or are not parsed by a cluster', () => {
    expect(parsed(memoProgram, 0, Buffer.from('grüß dich'))).toBe('grüß dich')
    expect(parsed(memoProgram, 0, Uint8Array.of(0xff))).toBeUndefined()
    expect(parsed(computeBudgetProgram, 0, u8(2), u32(1))).toBeUndefined()
  })
})
