import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import { customizablePoolAddress, program, protocolFeeAddress } from '@tern/venues/meteoraDammV1'
import { lpMintAddress, poolLayout } from '@tern/venues/meteoraDammV1/internal'
import { program as vaultProgram } from '@tern/venues/meteoraVault'
import { vaultBase, vaultLayout, vaultLpMintAddress } from '@tern/venues/meteoraVault/internal'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { encodeMint, encodeTokenAccount } from '../../../world/tokenAccounts.ts'
import { squareRoot } from '../../squareRoot.ts'

/** Bytes of a vault's account and of a pool's. */
const [vaultSize, poolSize] = [10_240, 944]

/** A vault to place, in the state that deposits and loans have left. Raw units. */
interface NewVault {
  readonly mint: Address
  readonly decimals: number
  /** All tokens, including tokens that are lent out. */
  readonly total: bigint
  readonly lent: bigint
  /** Shares of all depositors. */
  readonly shares: bigint
}

/** The vault of SOL. It earns with a tenth of its SOL, so a share is worth more than a lamport. */
const solVault = { total: 21_000_000_000_000n, lent: 2_100_000_000_000n, shares: 20_000_000_000_000n }

/** Places the vault that all pools share. Depositors other than the pools hold most of its shares. */
export function placeSolVault(genesis: Genesis): Promise<void> {
  return placeVault(genesis, { mint: wrappedNativeMint, decimals: 9, ...solVault })
}

const vaultOf = (mint: Address) => programAddress(vaultProgram, ['vault', addressBytes(mint), addressBytes(vaultBase)])

async function placeVault(genesis: Genesis, { mint, decimals, total, lent, shares }: NewVault): Promise<void> {
  const [vault, bump] = await vaultOf(mint)
  const [tokens, tokenBump] = await programAddress(vaultProgram, ['token_vault', addressBytes(vault)])
  const lpMint = await vaultLpMintAddress(vault)
  const data = new Uint8Array(vaultSize)
  data.set(
    vaultLayout.encode({
      ...{ enabled: 1, vault_bump: bump, token_vault_bump: tokenBump, total_amount: total, token_vault: tokens },
      ...{ fee_vault: systemProgram, token_mint: mint, lp_mint: lpMint, strategies: new Uint8Array(960) },
      ...{ base: vaultBase, admin: systemProgram, operator: systemProgram, last_updated_locked_profit: 0n },
      ...{ last_report: 0n, locked_profit_degradation: 0n },
    }),
  )
  placeAccount(genesis, vault, { owner: vaultProgram, data })
  placeTokens(genesis, tokens, { mint, owner: vault, amount: total - lent })
  placeAccount(genesis, lpMint, { owner: tokenProgram, data: encodeMint(shares, decimals, vault) })
}

function placeTokens(
  genesis: Genesis,
  address: Address,
  balance: { readonly mint: Address; readonly owner: Address; readonly amount: bigint },
): void {
  const isNative = balance.mint === wrappedNativeMint
  const data = encodeTokenAccount(isNative ? { ...balance, nativeReserve: rentExemption(165) } : balance)
  placeAccount(genesis, address, { owner: tokenProgram, data, lamportsOnTop: isNative ? balance.amount : 0n })
}

/** A pool to place: a token as token A, against wrapped SOL. */
export interface NewDammV1Pool {
  readonly creator: Address
  readonly mint: Address
  readonly decimals: number
  /** Raw units. */
  readonly tokens: bigint
  readonly lamports: bigint
  /** In parts of 100,000. */
  readonly tradeFee: bigint
  readonly lockedPercent: bigint
  readonly openTimeSeconds: bigint
}

/** Places a pool in the state after the program created it, with the vault of its token and the creator's LP tokens. */
export async function placeDammV1Pool(genesis: Genesis, pool: NewDammV1Pool): Promise<Address> {
  const { creator, mint, decimals, tokens, lamports } = pool
  await placeVault(genesis, { mint, decimals, total: tokens, lent: 0n, shares: tokens })
  const address = await customizablePoolAddress(mint, wrappedNativeMint)
  const [[vaultA], [vaultB]] = [await vaultOf(mint), await vaultOf(wrappedNativeMint)]
  const [lpA, bump] = await programAddress(program, [addressBytes(vaultA), addressBytes(address)])
  const [lpB] = await programAddress(program, [addressBytes(vaultB), addressBytes(address)])
  // The pool has as many shares of SOL's vault as its lamports bought.
  const shares = (lamports * solVault.shares) / solVault.total
  placeTokens(genesis, lpA, { mint: await vaultLpMintAddress(vaultA), owner: lpA, amount: tokens })
  placeTokens(genesis, lpB, { mint: await vaultLpMintAddress(vaultB), owner: lpA, amount: shares })
  const [feeA, feeB] = [await protocolFeeAddress(mint, address), await protocolFeeAddress(wrappedNativeMint, address)]
  placeTokens(genesis, feeA, { mint, owner: lpA, amount: 0n })
  placeTokens(genesis, feeB, { mint: wrappedNativeMint, owner: lpA, amount: 0n })

  const lpMint = await lpMintAddress(address)
  const liquidity = squareRoot(tokens * lamports)
  const locked = (liquidity * pool.lockedPercent) / 100n
  placeAccount(genesis, lpMint, { owner: tokenProgram, data: encodeMint(liquidity, decimals, lpA) })
  const free = { mint: lpMint, owner: creator, amount: liquidity - locked }
  placeTokens(genesis, await associatedTokenAddress(creator, lpMint, tokenProgram), free)
  const [escrow] = await programAddress(program, ['lock_escrow', addressBytes(address), addressBytes(creator)])
  const held = { mint: lpMint, owner: escrow, amount: locked }
  placeTokens(genesis, await associatedTokenAddress(escrow, lpMint, tokenProgram), held)

  const data = new Uint8Array(poolSize)
  data.set(
    poolLayout.encode({
      ...{ lp_mint: lpMint, token_a_mint: mint, token_b_mint: wrappedNativeMint, a_vault: vaultA, b_vault: vaultB },
      ...{ a_vault_lp: lpA, b_vault_lp: lpB, a_vault_lp_bump: bump, enabled: true, protocol_token_a_fee: feeA },
      ...{ protocol_token_b_fee: feeB, fee_last_updated_at: 0n, padding_admin: new Uint8Array(24) },
      ...{ trade_fee_numerator: pool.tradeFee, trade_fee_denominator: 100_000n },
      ...{ protocol_trade_fee_numerator: 20_000n, protocol_trade_fee_denominator: 100_000n, pool_type: 1 },
      ...{ stake: systemProgram, total_locked_lp: locked, activation_point: pool.openTimeSeconds },
      ...{ whitelisted_vault: systemProgram, pool_creator: systemProgram, activation_type: 1 },
      ...{ partner_fee_numerator: 0n, partner_authority: systemProgram, pending_fee_a: 0n, pending_fee_b: 0n },
      ...{ padding: new Uint8Array(342), curve_type: 0 },
    }),
  )
  placeAccount(genesis, address, { owner: program, data })
  return address
}
