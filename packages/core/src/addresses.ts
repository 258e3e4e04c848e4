import type { Address } from '@solana/addresses'
import { nativeDecimals, type Token } from './token.ts'

/** Owns wallets, opens accounts, moves lamports. */
export const systemProgram = '11111111111111111111111111111111' as Address
/** The token program without extensions. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
/** The token program with extensions. */
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address
/** Opens token accounts at the address that follows from owner and mint. */
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address
/** Takes the compute-unit limit and price of a transaction. */
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111' as Address
/** Keeps lookup tables. */
export const addressLookupTableProgram = 'AddressLookupTab1e1111111111111111111111111' as Address
/** Version 2 of the memo program. */
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
/** Lighthouse. Wallets append its assertions, which fail a transaction if accounts are not as they were in the simulation. */
export const lighthouseProgram = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as Address
/** Metaplex Token Metadata. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address
/** The mint of wrapped SOL. In Tern it also means SOL itself. */
export const wrappedNativeMint = 'So11111111111111111111111111111111111111112' as Address
/** The mint of USDC on mainnet. Many tokens trade against USDC. */
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
/** The mint of USDT on mainnet. */
export const usdtMint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' as Address
/** The mint of USD1 on mainnet. LetsBonk launches tokens against USD1, too. */
export const usd1Mint = 'USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB' as Address
/** Holds the slot, the epoch and the time, as 40 bytes. */
export const clockSysvar = 'SysvarC1ock11111111111111111111111111111111' as Address
/** Some programs still read the rent from this account. */
export const rentSysvar = 'SysvarRent111111111111111111111111111111111' as Address
/** The nonce instructions take this account. */
export const recentBlockhashesSysvar = 'SysvarRecentB1ockHashes11111111111111111111' as Address
/** Holds the hashes of the newest 512 slots. */
export const slotHashesSysvar = 'SysvarS1otHashes111111111111111111111111111' as Address
/** Shows a program the instructions of the transaction that it runs in. */
export const instructionsSysvar = 'Sysvar1nstructions1111111111111111111111111' as Address

/** Owns every sysvar. */
export const sysvarOwner = 'Sysvar1111111111111111111111111111111111111' as Address
/** Owns programs that can be upgraded, and the accounts that hold their code. */
export const upgradeableLoader = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address

/** SOL as a token, with the mint of wrapped SOL. */
export const nativeToken: Token = {
  mint: wrappedNativeMint,
  decimals: nativeDecimals,
  program: tokenProgram,
  symbol: 'SOL',
  name: 'Solana',
}
