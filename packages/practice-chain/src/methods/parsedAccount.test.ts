import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes, clockSysvar, mintLayout, rentSysvar, tokenAccountLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockData } from '../bank/clockData.ts'
import { parseAccount } from './parsedAccount.ts'

const key = (n: number) => encodeBase58(new Uint8Array(32).fill(n + 1)) as Address
const zero = new Uint8Array(32)
const u16 = (value: number) => new Uint8Array(new Uint16Array([value]).buffer)
const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer)
const u64 = (...values: bigint[]) => new Uint8Array(new BigUint64Array(values).buffer)
const f64 = (value: number) => new Uint8Array(new Float64Array([value]).buffer)
const snapshot = (owner: Address, data: Uint8Array): AccountSnapshot => ({
  owner,
  lamports: 1n,
  executable: false,
  data,
  slot: 1n,
})

const mintData = mintLayout.encode({
  mintAuthorityOption: 0,
  mintAuthority: systemProgram,
  supply: 5n,
  decimals: 6,
  isInitialized: true,
  freezeAuthorityOption: 1,
  freezeAuthority: key(1),
})
const tokenData = tokenAccountLayout.encode({
  mint: key(0),
  owner: key(1),
  amount: 1_500_000n,
  delegateOption: 1,
  delegate: key(2),
  state: 2,
  isNativeOption: 1,
  isNative: 2_000_000n,
  delegatedAmount: 500_000n,
  closeAuthorityOption: 1,
  closeAuthority: key(3),
})
const accounts = { account: (address: Address) => (address === key(0) ? snapshot(tokenProgram, mintData) : null) }
const parse = (address: Address, account: AccountSnapshot) => parseAccount(address, account, accounts)

/** Builds a mint or token account with extensions: type, value. */
function extended(base: Uint8Array, accountType: 1 | 2, ...extensions: readonly (readonly [number, Uint8Array])[]) {
  const padding = new Uint8Array(165 - base.length)
  const values = extensions.flatMap(([type, value]) => [u16(type), u16(value.length), value])
  return snapshot(token2022Program, Buffer.concat([base, padding, Uint8Array.of(accountType), ...values]))
}

describe('token accounts and mints', () => {
  it('show all fields that a holder may need', () => {
    const amount = (raw: string, ui: number) => ({
      amount: raw,
      decimals: 6,
      uiAmount: ui,
      uiAmountString: String(ui),
    })
    expect(parse(key(9), snapshot(tokenProgram, tokenData))).toEqual({
      program: 'spl-token',
      space: 165,
      parsed: {
        type: 'account',
        info: {
          mint: key(0),
          owner: key(1),
          tokenAmount: amount('1500000', 1.5),
          delegate: key(2),
          delegatedAmount: amount('500000', 0.5),
          state: 'frozen',
          isNative: true,
          rentExemptReserve: amount('2000000', 2),
          closeAuthority: key(3),
        },
      },
    })
    expect(parse(key(0), snapshot(tokenProgram, mintData))).toEqual({
      program: 'spl-token',
      space: 82,
      parsed: {
        type: 'mint',
        info: { decimals: 6, freezeAuthority: key(1), isInitialized: true, mintAuthority: null, supply: '5' },
      },
    })
    const unknownMint = snapshot(tokenProgram, Buffer.concat([addressBytes(key(7)), tokenData.subarray(32)]))
    expect(parse(key(9), unknownMint)).toBeUndefined()
  })

  it('are multisig accounts, too', () => {
    const data = Buffer.concat([
      Uint8Array.of(2, 3, 1),
      ...[4, 5, 6].map(n => addressBytes(key(n))),
      new Uint8Array(256),
    ])
    expect(parse(key(9), snapshot(tokenProgram, data))).toMatchObject({
      parsed: {
        type: 'multisig',
        info: { isInitialized: true, numRequiredSigners: 2, numValidSigners: 3, signers: [key(4), key(5), key(6)] },
      },
    })
  })

  it('are scaled by their mint’s scale at the chain’s time', () => {
    const clock = snapshot(systemProgram, clockData({ slot: 1n, epoch: 0n, unixTimestamp: 100n }, 0n))
    const textWith = (multiplier: number, newMultiplier: number, at: bigint) => {
      const scale = Uint8Array.from([...zero, ...f64(multiplier), ...u64(at), ...f64(newMultiplier)])
      const mint = extended(mintData, 1, [25, scale])
      const account = (address: Address) => (address === clockSysvar ? clock : mint)
      const parsed = parseAccount(key(9), snapshot(token2022Program, tokenData), { account })
      return (parsed as { parsed: { info: { tokenAmount: unknown } } }).parsed.info.tokenAmount
    }
    const amount = { amount: '1500000', decimals: 6 }
    expect(textWith(2, 10, 100n)).toEqual({ ...amount, uiAmount: 15, uiAmountString: '15' })
    expect(textWith(2, 10, 101n)).toEqual({ ...amount, uiAmount: 3, uiAmountString: '3' })
  })

  it('write a multiplier without an exponent', () => {
    const state = (multiplier: number, newMultiplier: number) => {
      const scale = Uint8Array.from([...zero, ...f64(multiplier), ...u64(0n), ...f64(newMultiplier)])
      return parse(key(0), extended(mintData, 1, [25, scale]))
    }
    expect(state(1.5e21, 1.25e-9)).toMatchObject({
      parsed: {
        info: { extensions: [{ state: { multiplier: '1500000000000000000000', newMultiplier: '0.00000000125' } }] },
      },
    })
  })

  it('have extensions, each in a cluster’s terms', () => {
    const set = addressBytes(key(20))
    const fee = [...u64(1n, 5n), ...u16(300)]
    const mint = extended(
      mintData,
      1,
      [1, Uint8Array.from([...set, ...zero, ...u64(7n), ...fee, ...fee])],
      [3, set],
      [6, Uint8Array.of(2)],
      [9, new Uint8Array()],
      [10, Uint8Array.from([...zero, ...u64(3n), ...u16(0xffff), ...u64(4n), ...u16(9)])],
      [12, zero],
      [14, Uint8Array.from([...zero, ...set])],
      [18, Uint8Array.from([...set, ...zero])],
      [20, Uint8Array.from([...set, ...set])],
      [21, Uint8Array.from([...set, ...set, ...u64(1n, 2n)])],
      [22, Uint8Array.from([...zero, ...zero])],
      [23, Uint8Array.from([...set, ...set, ...u64(4n)])],
      [25, Uint8Array.from([...set, ...f64(1.5), ...u64(9n), ...f64(2)])],
      [26, Uint8Array.from([...set, 1])],
      [4, new Uint8Array(65)],
    )
    const transferFee = { epoch: 1n, maximumFee: 5n, transferFeeBasisPoints: 300 }
    expect(parse(key(0), mint)).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        info: {
          extensions: [
            {
              extension: 'transferFeeConfig',
              state: {
                transferFeeConfigAuthority: key(20),
                withdrawWithheldAuthority: null,
                withheldAmount: 7n,
                olderTransferFee: transferFee,
                newerTransferFee: transferFee,
              },
            },
            { extension: 'mintCloseAuthority', state: { closeAuthority: key(20) } },
            { extension: 'defaultAccountState', state: { accountState: 'frozen' } },
            { extension: 'nonTransferable' },
            {
              extension: 'interestBearingConfig',
              state: {
                rateAuthority: null,
                initializationTimestamp: 3n,
                preUpdateAverageRate: -1,
                lastUpdateTimestamp: 4n,
                currentRate: 9,
              },
            },
            { extension: 'permanentDelegate', state: { delegate: null } },
            { extension: 'transferHook', state: { authority: null, programId: key(20) } },
            { extension: 'metadataPointer', state: { authority: key(20), metadataAddress: null } },
            { extension: 'groupPointer', state: { authority: key(20), groupAddress: key(20) } },
            { extension: 'tokenGroup', state: { updateAuthority: key(20), mint: key(20), size: 1n, maxSize: 2n } },
            { extension: 'groupMemberPointer', state: { authority: null, memberAddress: null } },
            { extension: 'tokenGroupMember', state: { mint: key(20), group: key(20), memberNumber: 4n } },
            {
              extension: 'scaledUiAmountConfig',
              state: {
                authority: key(20),
                multiplier: '1.5',
                newMultiplierEffectiveTimestamp: 9n,
                newMultiplier: '2',
              },
            },
            { extension: 'pausableConfig', state: { authority: key(20), paused: true } },
            { extension: 'unparseableExtension' },
          ],
        },
      },
    })
    const token = extended(
      tokenData,
      2,
      [2, u64(3n)],
      [7, new Uint8Array()],
      [8, Uint8Array.of(1)],
      [11, Uint8Array.of(0)],
      [13, new Uint8Array()],
      [15, Uint8Array.of(1)],
      [27, new Uint8Array()],
    )
    expect(parse(key(9), token)).toMatchObject({
      parsed: {
        info: {
          extensions: [
            { extension: 'transferFeeAmount', state: { withheldAmount: 3n } },
            { extension: 'immutableOwner' },
            { extension: 'memoTransfer', state: { requireIncomingTransferMemos: true } },
            { extension: 'cpiGuard', state: { lockCpi: false } },
            { extension: 'nonTransferableAccount' },
            { extension: 'transferHookAccount', state: { transferring: true } },
            { extension: 'pausableAccount' },
          ],
        },
      },
    })
  })
})

describe('programs and sysvars', () => {
  const loader = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address
  const sysvar = (address: Address, data: Uint8Array) =>
    parse(address, snapshot('Sysvar1111111111111111111111111111111111111' as Address, data))

  it('are distinguished', () => {
    const set = addressBytes(key(20))
    const program = (...data: readonly Uint8Array[]) => parse(key(9), snapshot(loader, Buffer.concat(data)))
    expect(program(u32(2), set)).toEqual({
      program: 'bpf-upgradeable-loader',
      space: 36,
      parsed: { type: 'program', info: { programData: key(20) } },
    })
    const code = Uint8Array.of(1, 2, 3)
    expect(program(u32(3), u64(7n), Uint8Array.of(1), set, code)).toMatchObject({
      parsed: { type: 'programData', info: { slot: 7n, authority: key(20), data: ['AQID', 'base64'] } },
    })
    expect(program(u32(1), Uint8Array.of(0), new Uint8Array(32))).toMatchObject({
      parsed: { type: 'buffer', info: { authority: null } },
    })
    expect(program(u32(0))).toMatchObject({ parsed: { type: 'uninitialized' } })
    expect(program(u32(4))).toBeUndefined()
  })

  it('show the time and the price of rent', () => {
    expect(sysvar(clockSysvar, u64(1n, 2n, 3n, 4n, 5n))).toEqual({
      program: 'sysvar',
      space: 40,
      parsed: {
        type: 'clock',
        info: { slot: 1n, epochStartTimestamp: 2n, epoch: 3n, leaderScheduleEpoch: 4n, unixTimestamp: 5n },
      },
    })
    expect(sysvar(rentSysvar, Buffer.concat([u64(3480n), f64(2), Uint8Array.of(50)]))).toMatchObject({
      parsed: { type: 'rent', info: { lamportsPerByteYear: '3480', exemptionThreshold: 2, burnPercent: 50 } },
    })
    const hashes = 'SysvarS1otHashes111111111111111111111111111' as Address
    expect(sysvar(hashes, Buffer.concat([u64(1n, 8n), addressBytes(key(20)), new Uint8Array(40)]))).toMatchObject({
      parsed: { type: 'slotHashes', info: [{ slot: 8n, hash: key(20) }] },
    })
    expect(sysvar(key(9), new Uint8Array(8))).toBeUndefined()
  })
})

describe('any bytes', () => {
  it('are parsed or left unchanged', () => {
    const owners = [
      tokenProgram,
      token2022Program,
      systemProgram,
      'AddressLookupTab1e1111111111111111111111111',
      'BPFLoaderUpgradeab1e11111111111111111111111',
      'Sysvar1111111111111111111111111111111111111',
    ] as Address[]
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .uint8Array({ maxLength: 90 })
        .map(tail => Buffer.concat([mintData, new Uint8Array(83), Uint8Array.of(1), tail])),
      fc.constantFrom(mintData, tokenData, new Uint8Array(80), new Uint8Array(56)),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...owners),
        fc.constantFrom(clockSysvar, rentSysvar, key(9)),
        data,
        (owner, at, bytes) => {
          expect(() => parse(at, snapshot(owner, bytes))).not.toThrow()
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
