import { describe, expect, it } from 'vitest'
import { recordedAccount, snapshot } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { expectOnlyTernErrors } from '../test/fuzz.ts'
import { systemProgram, tokenProgram } from './addresses.ts'
import { decodeBase58 } from './base58.ts'
import { decodeNonceAccount, nonceAccountLayout } from './nonceAccount.ts'

const { address, account } = recordedAccount('nonceAccount')

describe('decodeNonceAccount', () => {
  it('reads an account that the system program wrote', () => {
    const nonce = decodeNonceAccount(address, account)
    expect(nonce).toMatchObject({ address, authority: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9' })
    expect(decodeBase58(nonce.nonce)).toEqual(account.data.slice(40, 72))
    expect(nonceAccountLayout.view(account.data).lamportsPerSignature).toBe(5_000n)
  })

  it('refuses an account that is uninitialized, legacy, of another program or of another size', () => {
    const refused = (data: Uint8Array, code: string, owner = systemProgram) =>
      expect(() => decodeNonceAccount(address, snapshot(owner, data))).toThrow(expect.objectContaining({ code }))
    refused(account.data.with(0, 0), 'layout/invalidValue')
    refused(account.data.with(4, 0), 'layout/invalidValue')
    refused(account.data.subarray(1), 'layout/wrongSize')
    refused(new Uint8Array(), 'layout/wrongSize')
    refused(account.data, 'layout/wrongOwner', tokenProgram)
    refused(account.data, 'layout/wrongOwner', filledAddress(1))
  })

  it('throws only its own errors for any bytes', () => {
    expectOnlyTernErrors(account.data, data => decodeNonceAccount(address, snapshot(systemProgram, data)), /^layout\//)
  })
})
