import { getProgramDerivedAddress } from '@solana/addresses'
import { type Address, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { authority, authorityBump, configAddress, observationAddress, program, vaultAddress } from './addresses.ts'

/** SOL/USDC on mainnet, with the addresses in its pool account. */
const pool = '7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny' as Address

describe('addresses', () => {
  it('are derived like in the program', async () => {
    expect(await configAddress(0)).toBe('D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2')
    expect(await vaultAddress(pool, wrappedNativeMint)).toBe('7VLUXrnSSDo9BfCa4NWaQs68g7ddDY1sdXBKW6Xswj9Y')
    expect(await observationAddress(pool)).toBe('4MYrPgjgFceyhtwhG1ZX8UVb4wn1aQB5wzMimtFqg7U8')
  })

  it("encode a config's number in two bytes, the higher byte first", async () => {
    const seeds = ['amm_config', Uint8Array.of(1, 2)]
    expect(await configAddress(258)).toBe((await getProgramDerivedAddress({ programAddress: program, seeds }))[0])
  })

  it('include the authority with its bump', async () => {
    const seeds = ['vault_and_lp_mint_auth_seed']
    expect(await getProgramDerivedAddress({ programAddress: program, seeds })).toEqual([authority, authorityBump])
  })
})
