import { describe, expect, it } from 'vitest'
import { recordedAccount, snapshot } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { token2022Program, tokenProgram, wrappedNativeMint } from './addresses.ts'
import { associatedTokenAddress, checkAssociatedTokenAccount } from './associatedTokenAddress.ts'
import { parseAddress } from './parseAddress.ts'
import { programAddress } from './programAddress.ts'
import { rentExemption } from './rentExemption.ts'
import { decodeTokenAccount } from './tokenAccount.ts'

describe('programAddress', () => {
  it('derives the address that the chain derives', async () => {
    // The authority of Raydium's constant-product program.
    const cpmm = parseAddress('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')
    expect(await programAddress(cpmm, ['vault_and_lp_mint_auth_seed'])).toEqual([
      'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL',
      253,
    ])
  })

  it('never returns the address of other seeds', async () => {
    const [a] = await programAddress(tokenProgram, ['1'])
    const [b] = await programAddress(tokenProgram, [Uint8Array.of(0)])
    const [c] = await programAddress(tokenProgram, [Uint8Array.of(49)])
    expect(b).not.toBe(a)
    expect(c).toBe(a)
    const [joined] = await programAddress(tokenProgram, ['ab', 'c'])
    const [spaced] = await programAddress(tokenProgram, ["ab' 'c"])
    expect(spaced).not.toBe(joined)
    const [two] = await programAddress(tokenProgram, [Uint8Array.of(57), Uint8Array.of(57)])
    const [one] = await programAddress(tokenProgram, [Uint8Array.of(13, 35)])
    expect(one).not.toBe(two)
  })

  it('derives once', async () => {
    const first = await programAddress(tokenProgram, ['once'])
    expect(await programAddress(tokenProgram, ['once'])).toBe(first)
  })

  it("refuses too many or too long seeds with 'unable to find a viable program address nonce'", async () => {
    for (const seeds of [['x'.repeat(33)], Array<string>(17).fill('x')])
      await expect(programAddress(tokenProgram, seeds)).rejects.toThrow('unable to find a viable program address nonce')
  })
})

describe('associatedTokenAddress', () => {
  const owner = parseAddress('GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ')

  it('matches @solana/spl-token for both token programs', async () => {
    const usdc = parseAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
    const pyusd = parseAddress('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo')
    expect(await associatedTokenAddress(owner, usdc, tokenProgram)).toBe('6u6tm3d9Vf4QUDdbtMaV21qsmPHorJebdyDT6ZJ9h5JY')
    expect(await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)).toBe(
      '4nEWKw6W8uXmF5u9qyDTziARAZdC4YNxFnhgpzsJVDBE',
    )
    expect(await associatedTokenAddress(owner, pyusd, token2022Program)).toBe(
      '8UYRBeUB6B61gVj84KAxZxNi1HMyNDPkBiyWScEJ9MKK',
    )
  })

  it('is the address that the programs use', async () => {
    const { address, account } = recordedAccount('extendedTokenAccount')
    const { mint, owner, program } = decodeTokenAccount(address, account)
    expect(await associatedTokenAddress(owner, mint, program)).toBe(address)
  })

  it("refuses text that is not an address with 'invalid public key'", async () => {
    const wrong = 'nobody' as typeof owner
    await expect(associatedTokenAddress(wrong, wrappedNativeMint, tokenProgram)).rejects.toThrow('invalid public key')
    await expect(associatedTokenAddress(owner, wrong, tokenProgram)).rejects.toThrow('invalid public key')
  })
})

describe('rentExemption', () => {
  it('matches the rent that the chain asks for the accounts of a trade', () => {
    expect(rentExemption(0)).toBe(890_880n)
    expect(rentExemption(80)).toBe(1_447_680n)
    expect(rentExemption(165)).toBe(2_039_280n)
    expect(rentExemption(170)).toBe(2_074_080n)
    expect(rentExemption(182)).toBe(2_157_600n)
  })
})

describe('checkAssociatedTokenAccount', () => {
  const { address, account } = recordedAccount('usdcVault')
  const mint = parseAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
  const expected = {
    address,
    program: tokenProgram,
    mint,
    owner: parseAddress('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
  }

  it('returns the account, or null if there is none', () => {
    expect(checkAssociatedTokenAccount(expected, account)).toMatchObject(expected)
    expect(checkAssociatedTokenAccount(expected, null)).toBeNull()
  })

  it("refuses the account of another program, mint or owner with 'create ata check error'", () => {
    const refused = (what: string, check: () => unknown) =>
      expect(check).toThrow(
        expect.objectContaining({
          code: 'token/associatedAccountMismatch',
          message: 'create ata check error',
          facts: { address, what },
        }),
      )
    refused('program', () => checkAssociatedTokenAccount({ ...expected, program: token2022Program }, account))
    refused('program', () => checkAssociatedTokenAccount(expected, { ...account, owner: filledAddress(0) }))
    refused('mint', () => checkAssociatedTokenAccount({ ...expected, mint: wrappedNativeMint }, account))
    refused('owner', () => checkAssociatedTokenAccount({ ...expected, owner: filledAddress(5) }, account))
    refused('data', () => checkAssociatedTokenAccount(expected, snapshot(tokenProgram, account.data.subarray(1))))
  })
})
