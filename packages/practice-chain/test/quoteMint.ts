import { type Address, systemProgram, tokenProgram } from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import { type Genesis, placeAccount } from '../src/world/genesis.ts'

/** Places an SPL mint with 6 decimals, like dollar tokens. */
export function placeQuoteMint(genesis: Genesis, mint: Address): void {
  const data = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 18n, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  placeAccount(genesis, mint, { owner: tokenProgram, data })
}
