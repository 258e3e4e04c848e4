import { type Address, associatedTokenAddress, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes, mintLayout, programAddress } from '@tern/core/internal'
import {
  customizablePoolAddress,
  type PoolState,
  program,
  protocolFeeAddress,
  type StableCurve,
} from '@tern/venues/meteoraDammV1'
import { lpMintAddress, poolLayout, stableCurveLayout } from '@tern/venues/meteoraDammV1/internal'
import { tokenVaultAddress, type VaultState, program as vaultProgram } from '@tern/venues/meteoraVault'
import { vaultBase, vaultLayout, vaultLpMintAddress } from '@tern/venues/meteoraVault/internal'
import { expect } from 'vitest'
import { placeTokenAccount } from './cpmmWorld.ts'
import { fund, placeMint, type Svm, startSvm } from './svm.ts'

export const startSeconds = 1_790_000_000n
export const startSlot = 420_000_000n
/** Enough for any trade of the tests, with room below 2^64. */
const endowment = 10n ** 18n
/** The size of a vault's account and of a pool's on mainnet. */
const [vaultSize, poolSize] = [10_240, 1_387]

/** A vault and the pool's shares of it. Raw units. */
export interface NewVault {
  readonly total: bigint
  readonly supply: bigint
  readonly share: bigint
  /** Tokens that are not lent out. Default: all. */
  readonly unlent?: bigint
  readonly state?: Partial<VaultState>
}

/** A pool that the programs could have left. */
export interface NewPool {
  readonly vaults: readonly [NewVault, NewVault]
  readonly state?: Partial<PoolState>
  readonly stable?: Partial<StableCurve>
}

/** A pool on the real programs. The payer is its trader. */
export interface DammV1World {
  readonly svm: Svm
  readonly pool: Address
  readonly mints: readonly [Address, Address]
  readonly vaults: readonly [Address, Address]
  /** The payer's token accounts, in the pool's order. */
  readonly accounts: readonly [Address, Address]
  /** The accounts that collect protocol fees, in the pool's order. */
  readonly feeAccounts: readonly [Address, Address]
}

/** Loads the binaries. */
export async function startDammV1(binary: string, vaultBinary: string): Promise<Svm> {
  const svm = await startSvm()
  svm.load(program, binary)
  svm.load(vaultProgram, vaultBinary)
  svm.setClock({ slot: startSlot, unixTimestamp: startSeconds, epoch: 100n })
  return svm
}

function padded(data: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size)
  all.set(data)
  return all
}

/** Places a pool with its vaults. Only Meteora can create many of them, and only years of lending leave such vaults. */
export async function placePool(svm: Svm, { vaults, state, stable }: NewPool): Promise<DammV1World> {
  const { address: payer } = svm.payer
  const mints = [await placeMint(svm, tokenProgram, 6), await placeMint(svm, tokenProgram, 9)] as const
  const pool = await customizablePoolAddress(...mints)
  const sides = await Promise.all(
    mints.map(async mint => {
      const [vault, bump] = await programAddress(vaultProgram, ['vault', addressBytes(mint), addressBytes(vaultBase)])
      const [poolLp, poolLpBump] = await programAddress(program, [addressBytes(vault), addressBytes(pool)])
      const [, tokenVaultBump] = await programAddress(vaultProgram, ['token_vault', addressBytes(vault)])
      return {
        ...{ vault, bump, tokenVaultBump, poolLp, poolLpBump, tokenVault: await tokenVaultAddress(vault) },
        ...{ lpMint: await vaultLpMintAddress(vault), fee: await protocolFeeAddress(mint, pool) },
        account: await associatedTokenAddress(payer, mint, tokenProgram),
      }
    }),
  )
  const [a, b] = sides as [(typeof sides)[number], (typeof sides)[number]]
  const lpMint = await lpMintAddress(pool)
  const placeLpMint = (address: Address, authority: Address, supply: bigint) =>
    svm.place(
      address,
      tokenProgram,
      mintLayout.encode({
        ...{ mintAuthorityOption: 1, mintAuthority: authority, supply, decimals: 6, isInitialized: true },
        ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
      }),
    )
  placeLpMint(lpMint, a.poolLp, 10n ** 9n)
  for (const [i, side] of [a, b].entries()) {
    const { total, supply, share, unlent = total, state } = vaults[i] as NewVault
    const mint = mints[i] as Address
    const data = vaultLayout.encode({
      ...{ enabled: 1, vault_bump: side.bump, token_vault_bump: side.tokenVaultBump, total_amount: total },
      ...{ token_vault: side.tokenVault, fee_vault: systemProgram, token_mint: mint, lp_mint: side.lpMint },
      ...{ strategies: new Uint8Array(960), base: vaultBase, admin: payer, operator: systemProgram },
      ...{ last_updated_locked_profit: 0n, last_report: 0n, locked_profit_degradation: 0n },
      ...state,
    })
    svm.place(side.vault, vaultProgram, padded(data, vaultSize))
    placeLpMint(side.lpMint, side.vault, supply)
    placeTokenAccount(svm, side.tokenVault, mint, side.vault, unlent)
    placeTokenAccount(svm, side.poolLp, side.lpMint, a.poolLp, share)
    placeTokenAccount(svm, side.fee, mint, a.poolLp, 0n)
  }
  const base = poolLayout.encode({
    ...{ lp_mint: lpMint, token_a_mint: mints[0], token_b_mint: mints[1], a_vault: a.vault, b_vault: b.vault },
    ...{ a_vault_lp: a.poolLp, b_vault_lp: b.poolLp, a_vault_lp_bump: a.poolLpBump, enabled: true },
    ...{ protocol_token_a_fee: a.fee, protocol_token_b_fee: b.fee, fee_last_updated_at: 0n },
    ...{ padding_admin: new Uint8Array(24), trade_fee_numerator: 250n, trade_fee_denominator: 100_000n },
    ...{ protocol_trade_fee_numerator: 20_000n, protocol_trade_fee_denominator: 100_000n, pool_type: 1 },
    ...{ stake: systemProgram, total_locked_lp: 0n, activation_point: 0n, whitelisted_vault: systemProgram },
    ...{ pool_creator: systemProgram, activation_type: 1, partner_fee_numerator: 0n },
    ...{ partner_authority: systemProgram, pending_fee_a: 0n, pending_fee_b: 0n, padding: new Uint8Array(342) },
    curve_type: stable === undefined ? 0 : 1,
    ...state,
  })
  const curve =
    stable &&
    stableCurveLayout.encode({
      ...{ amp: 100n, token_a_multiplier: 1_000n, token_b_multiplier: 1n, precision_factor: 9 },
      ...{ base_virtual_price: 0n, base_cache_updated: 0n, depeg_type: 0, last_amp_updated_timestamp: 0n },
      ...stable,
    })
  svm.place(pool, program, padded(Uint8Array.from([...base, ...(curve ?? [])]), poolSize))
  const funded = await svm.send([
    ...fund(payer, mints[0], a.account, tokenProgram, endowment),
    ...fund(payer, mints[1], b.account, tokenProgram, endowment),
  ])
  if (funded.error !== undefined) expect.fail(`the trader was not funded: ${funded.logs.join('\n')}`)
  return {
    ...{ svm, pool, mints, vaults: [a.vault, b.vault], accounts: [a.account, b.account] },
    feeAccounts: [a.fee, b.fee],
  }
}

/** Changes a pool without the program, as an operator could. */
export function alterPool({ svm, pool }: DammV1World, change: Partial<PoolState>): void {
  const { data } = svm.read(pool) ?? { data: new Uint8Array() }
  const changed = Uint8Array.from(data)
  changed.set(poolLayout.encode({ ...readPool({ svm, pool }), ...change }))
  svm.place(pool, program, changed)
}

/** Changes a vault without its program. */
export function alterVault(svm: Svm, vault: Address, change: Partial<VaultState>): void {
  const account = svm.read(vault)
  if (account === null) throw new RangeError('no vault there')
  const changed = Uint8Array.from(account.data)
  changed.set(vaultLayout.encode({ ...vaultLayout.decode(account.data, 'atLeast'), ...change }))
  svm.place(vault, vaultProgram, changed)
}

/** Reads the pool's current state. */
export function readPool({ svm, pool }: Pick<DammV1World, 'svm' | 'pool'>): PoolState {
  const account = svm.read(pool)
  if (account === null) throw new RangeError('no pool there')
  return poolLayout.decode(account.data, 'atLeast')
}
