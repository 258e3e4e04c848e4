import { AccountRole } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  decodeTokenAccount,
  rentExemption,
  systemProgram,
  token2022Program,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { latest, openBank, u64 } from '../../test/openBank.ts'
import { type Instruction, type KeyPairSigner, newSigner, refusalOf, sign } from '../../test/transactions.ts'

const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole
const u16 = (value: number) => Uint8Array.of(value & 255, value >> 8)
const mintSize = 165 + 1 + 4 + 108

const instruction = (
  programAddress: Address,
  accounts: readonly (readonly [Address, AccountRole])[],
  ...data: Uint8Array[]
): Instruction => ({
  programAddress,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: Buffer.concat(data),
})
const token = (accounts: readonly (readonly [Address, AccountRole])[], ...data: Uint8Array[]) =>
  instruction(token2022Program, accounts, ...data)
/** Builds an instruction of the transfer-fee extension. */
const fees = (tag: number, accounts: readonly (readonly [Address, AccountRole])[], ...data: Uint8Array[]) =>
  token(accounts, Uint8Array.of(26, tag), ...data)

async function withToken() {
  const opened = await openBank({ slotsPerEpoch: 1_000n })
  const { bank, payer } = opened
  const [mintSigner, alice, bob] = (await Promise.all([newSigner(), newSigner(), newSigner()])) as [
    KeyPairSigner,
    KeyPairSigner,
    KeyPairSigner,
  ]
  const mint = mintSigner.address
  const accountOf = (owner: Address) => associatedTokenAddress(owner, mint, token2022Program)
  const authority = Buffer.concat([Uint8Array.of(1), addressBytes(payer.address)])
  const create = async ({ address }: KeyPairSigner) =>
    instruction(associatedTokenProgram, [
      [payer.address, WRITABLE_SIGNER],
      [await accountOf(address), WRITABLE],
      [address, READONLY],
      [mint, READONLY],
      [systemProgram, READONLY],
      [token2022Program, READONLY],
    ])
  const send = async (signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: Instruction[]) =>
    refusalOf(bank, await sign(latest(bank), signers, list))
  const begin = await send(
    [payer, mintSigner],
    instruction(
      systemProgram,
      [
        [payer.address, WRITABLE_SIGNER],
        [mint, WRITABLE_SIGNER],
      ],
      Uint8Array.of(0, 0, 0, 0),
      u64(rentExemption(mintSize)),
      u64(BigInt(mintSize)),
      new Uint8Array(addressBytes(token2022Program)),
    ),
    fees(0, [[mint, WRITABLE]], authority, authority, u16(100), u64(2n ** 64n - 1n)),
    token([[mint, WRITABLE]], Uint8Array.of(20, 2), new Uint8Array(addressBytes(payer.address)), Uint8Array.of(0)),
  )
  expect(begin).toBe(undefined)
  expect(await send([payer], await create(payer), await create(alice), await create(bob))).toBe(undefined)
  const [mine, alices, bobs] = await Promise.all([payer, alice, bob].map(({ address }) => accountOf(address)))
  const holders = { mine: mine as Address, alices: alices as Address, bobs: bobs as Address }
  const minting = token(
    [
      [mint, WRITABLE],
      [holders.mine, WRITABLE],
      [payer.address, READONLY_SIGNER],
    ],
    Uint8Array.of(7),
    u64(1_000_000_000n),
  )
  expect(await send([payer], minting)).toBe(undefined)
  const amountOf = (account: Address) => decodeTokenAccount(account, bank.account(account)).amount
  /** For a Token-2022 account whose first extensions are ImmutableOwner and TransferFeeAmount. */
  const withheldIn = (account: Address) => {
    const data = bank.account(account)?.data ?? new Uint8Array()
    return new DataView(data.buffer, data.byteOffset).getBigUint64(data.length - 8, true)
  }
  const withheldInMint = () => {
    const data = bank.account(mint)?.data ?? new Uint8Array()
    return new DataView(data.buffer, data.byteOffset).getBigUint64(166 + 4 + 64, true)
  }
  /** Sends from the payer, naming the fee. */
  const pay = (to: Address, amount: bigint, fee: bigint) =>
    send(
      [payer],
      fees(
        1,
        [
          [holders.mine, WRITABLE],
          [mint, READONLY],
          [to, WRITABLE],
          [payer.address, READONLY_SIGNER],
        ],
        u64(amount),
        Uint8Array.of(2),
        u64(fee),
      ),
    )
  const setFee = (bps: number, max: bigint) =>
    send(
      [payer],
      fees(
        5,
        [
          [mint, WRITABLE],
          [payer.address, READONLY_SIGNER],
        ],
        u16(bps),
        u64(max),
      ),
    )
  return { ...opened, mint, holders, send, amountOf, withheldIn, withheldInMint, pay, setFee }
}

const feeMismatch = { InstructionError: [0, { Custom: 32 }] }

describe('a Token-2022 transfer fee that changes', () => {
  it('is the older fee to the end of the next epoch, and the newer fee from the first slot after it', async () => {
    const { bank, holders, amountOf, withheldIn, pay, setFee } = await withToken()
    expect(await pay(holders.alices, 10_001n, 101n)).toBe(undefined)
    expect(await setFee(300, 5_000n)).toBe(undefined)
    await bank.travel({ slots: 999n })
    expect([bank.slot(), bank.clock().epoch]).toEqual([1_000n, 1n])
    await bank.travel({ slots: 999n })
    expect([bank.slot(), bank.clock().epoch]).toEqual([1_999n, 1n])
    expect(await pay(holders.alices, 10_000n, 300n)).toEqual(feeMismatch)
    expect(await pay(holders.alices, 10_000n, 100n)).toBe(undefined)
    await bank.tick()
    expect([bank.slot(), bank.clock().epoch]).toEqual([2_000n, 2n])
    expect(await pay(holders.alices, 20_000n, 200n)).toEqual(feeMismatch)
    expect(await pay(holders.alices, 20_000n, 600n)).toBe(undefined)
    expect(await pay(holders.alices, 1_000_000n, 5_000n)).toBe(undefined)
    expect(withheldIn(holders.alices)).toBe(101n + 100n + 600n + 5_000n)
    expect(amountOf(holders.alices)).toBe(10_001n + 10_000n + 20_000n + 1_000_000n - 5_801n)

    // After a rollback to the last slot of the epoch before, the older fee applies again. Then the newer fee applies
    // again.
    await bank.rollback(1n)
    expect([bank.slot(), bank.clock().epoch]).toEqual([2_001n, 2n])
    expect(withheldIn(holders.alices)).toBe(201n)
    expect(await pay(holders.alices, 20_000n, 600n)).toBe(undefined)
  })

  it('can be replaced before it applies, and the delay starts again', async () => {
    const { bank, holders, pay, setFee } = await withToken()
    expect(await setFee(300, 5_000n)).toBe(undefined)
    await bank.travel({ slots: 1_500n })
    expect(await setFee(700, 5_000n)).toBe(undefined)
    await bank.travel({ slots: 1_000n })
    expect(bank.clock().epoch).toBe(2n)
    expect(await pay(holders.bobs, 10_000n, 100n)).toBe(undefined)
    await bank.travel({ slots: 500n })
    expect(bank.clock().epoch).toBe(3n)
    expect(await pay(holders.bobs, 10_000n, 700n)).toBe(undefined)
  })

  it('is collected from accounts and the mint, to the unit', async () => {
    const { bank, payer, mint, holders, send, amountOf, withheldIn, withheldInMint, pay, setFee } = await withToken()
    expect(await pay(holders.alices, 50_000n, 500n)).toBe(undefined)
    expect(await setFee(250, 1_000n)).toBe(undefined)
    await bank.travel({ slots: 2_000n })
    expect(await pay(holders.bobs, 30_000n, 750n)).toBe(undefined)
    expect(await pay(holders.bobs, 90_000n, 1_000n)).toBe(undefined)
    expect([withheldIn(holders.alices), withheldIn(holders.bobs)]).toEqual([500n, 1_750n])
    const before = amountOf(holders.mine)

    // Any signer may move an account's withheld fees to the mint.
    const harvest = fees(4, [
      [mint, WRITABLE],
      [holders.alices, WRITABLE],
    ])
    expect(await send([payer], harvest)).toBe(undefined)
    expect([withheldIn(holders.alices), withheldInMint()]).toEqual([0n, 500n])
    const fromMint = fees(2, [
      [mint, WRITABLE],
      [holders.mine, WRITABLE],
      [payer.address, READONLY_SIGNER],
    ])
    expect(await send([payer], fromMint)).toBe(undefined)
    const fromAccounts = fees(
      3,
      [
        [mint, READONLY],
        [holders.mine, WRITABLE],
        [payer.address, READONLY_SIGNER],
        [holders.bobs, WRITABLE],
      ],
      Uint8Array.of(1),
    )
    expect(await send([payer], fromAccounts)).toBe(undefined)
    expect([withheldIn(holders.bobs), withheldInMint()]).toEqual([0n, 0n])
    expect(amountOf(holders.mine)).toBe(before + 2_250n)
    expect([amountOf(holders.alices), amountOf(holders.bobs)]).toEqual([49_500n, 118_250n])
    expect(amountOf(holders.mine) + 49_500n + 118_250n).toBe(1_000_000_000n)
  })
})
