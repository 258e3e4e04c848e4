import type { Instruction } from '@solana/instructions'
import {
  type Address,
  metadataAddress,
  metadataProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { readonly, signer, writable, writableSigner } from '../accountMeta.ts'
import { borsh, text } from '../borsh.ts'
import { eventAuthority, poolAddress, poolAuthority, program, vaultAddress } from './addresses.ts'

const named = { name: text, symbol: text, uri: text } as const

/** `initialize_virtual_pool_with_spl_token`. */
export const initializeSplLayout = borsh('initialize_virtual_pool_with_spl_token', named, {
  discriminator: [0x8c, 0x55, 0xd7, 0xb0, 0x66, 0x36, 0x68, 0x4f],
})

/** `initialize_virtual_pool_with_token2022`. */
export const initializeToken2022Layout = borsh('initialize_virtual_pool_with_token2022', named, {
  discriminator: [0xa9, 0x76, 0x33, 0x4e, 0x91, 0x6e, 0xdc, 0x9b],
})

/** `initialize_virtual_pool_with_token2022_transfer_hook`: the config names the program that transfers call. */
export const initializeHookedLayout = borsh('initialize_virtual_pool_with_token2022_transfer_hook', named, {
  discriminator: [0xb6, 0x0d, 0xe9, 0xb1, 0x2a, 0x91, 0x87, 0x02],
})

/** A token to launch. `baseMint` and `creator` sign. The config decides the token program. */
export interface TokenLaunch {
  readonly config: Address
  readonly creator: Address
  readonly payer: Address
  readonly baseMint: Address
  readonly quoteMint: Address
  readonly quoteProgram: Address
  readonly baseProgram: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** Creates the token with its whole supply, and the pool that sells it. */
export async function encodeInitializePool(launch: TokenLaunch): Promise<Instruction> {
  const { config, creator, payer, baseMint, quoteMint, quoteProgram, baseProgram, name, symbol, uri } = launch
  const pool = await poolAddress(config, baseMint, quoteMint)
  const isSpl = baseProgram === tokenProgram
  const layout = isSpl ? initializeSplLayout : initializeToken2022Layout
  return {
    programAddress: program,
    accounts: [
      readonly(config),
      readonly(poolAuthority),
      signer(creator),
      writableSigner(baseMint),
      readonly(quoteMint),
      writable(pool),
      writable(await vaultAddress(pool, baseMint)),
      writable(await vaultAddress(pool, quoteMint)),
      ...(isSpl ? [writable(await metadataAddress(baseMint)), readonly(metadataProgram)] : []),
      writableSigner(payer),
      readonly(quoteProgram),
      readonly(isSpl ? tokenProgram : token2022Program),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: layout.encode({ name, symbol, uri }),
  }
}
