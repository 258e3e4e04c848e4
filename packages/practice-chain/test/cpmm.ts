import { type Address, associatedTokenAddress, associatedTokenProgram, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import { configAddress, lpMintAddress, poolAddress, type SwapAccounts, vaultAddress } from '@tern/venues/raydiumCpmm'
import type { InitializeAccounts, LiquidityAccounts } from '@tern/venues/raydiumCpmm/internal'
import { observationAddress, poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import type { Bank } from '../src/bank/bank.ts'
import type { Instruction } from './transactions.ts'

/** The associated token program's idempotent creation. */
export async function createAta(owner: Address, mint: Address, program: Address): Promise<Instruction> {
  const account = await associatedTokenAddress(owner, mint, program)
  return {
    programAddress: associatedTokenProgram,
    accounts: [
      { address: owner, role: 3 },
      { address: account, role: 1 },
      { address: owner, role: 0 },
      { address: mint, role: 0 },
      { address: systemProgram, role: 0 },
      { address: program, role: 0 },
    ],
    data: Uint8Array.of(1),
  }
}

/** Updates a wrapped-native account's amount to its lamports. */
export const syncNative = (account: Address): Instruction => ({
  programAddress: tokenProgram,
  accounts: [{ address: account, role: 1 }],
  data: Uint8Array.of(17),
})

export function amountIn(bank: Bank, account: Address): bigint {
  const found = bank.account(account)
  return found === null ? 0n : tokenAccountLayout.view(found.data, 'atLeast').amount
}

export function poolState(bank: Bank, pool: Address) {
  const account = bank.account(pool)
  if (account === null) throw new TypeError(`no pool ${pool}`)
  return poolStateLayout.decode(account.data)
}

export async function swapAccounts(
  bank: Bank,
  { pool, payer, mintIn }: { readonly pool: Address; readonly payer: Address; readonly mintIn: Address },
): Promise<SwapAccounts> {
  const state = poolState(bank, pool)
  const sides = [0, 1].map(side => ({
    mint: side === 0 ? state.token_0_mint : state.token_1_mint,
    vault: side === 0 ? state.token_0_vault : state.token_1_vault,
    program: side === 0 ? state.token_0_program : state.token_1_program,
  }))
  const [input, output] = sides[0]?.mint === mintIn ? sides : [...sides].reverse()
  if (input === undefined || output === undefined) throw new TypeError('two sides')
  return {
    payer,
    amm_config: state.amm_config,
    pool_state: pool,
    input_token_account: await associatedTokenAddress(payer, input.mint, input.program),
    output_token_account: await associatedTokenAddress(payer, output.mint, output.program),
    input_vault: input.vault,
    output_vault: output.vault,
    input_token_program: input.program,
    output_token_program: output.program,
    input_token_mint: input.mint,
    output_token_mint: output.mint,
    observation_state: state.observation_key,
  }
}

export async function liquidityAccounts(bank: Bank, pool: Address, owner: Address): Promise<LiquidityAccounts> {
  const state = poolState(bank, pool)
  return {
    owner,
    pool_state: pool,
    owner_lp_token: await associatedTokenAddress(owner, state.lp_mint, tokenProgram),
    token_0_account: await associatedTokenAddress(owner, state.token_0_mint, state.token_0_program),
    token_1_account: await associatedTokenAddress(owner, state.token_1_mint, state.token_1_program),
    token_0_vault: state.token_0_vault,
    token_1_vault: state.token_1_vault,
    vault_0_mint: state.token_0_mint,
    vault_1_mint: state.token_1_mint,
    lp_mint: state.lp_mint,
  }
}

interface Side {
  readonly mint: Address
  readonly program: Address
}

/** The accounts of a new pool. Without `pool`, it has its derived address. */
export async function initializeAccounts(
  creator: Address,
  configIndex: number,
  a: Side,
  b: Side,
  pool?: Address,
): Promise<InitializeAccounts> {
  const [side0, side1] = Buffer.compare(addressBytes(a.mint), addressBytes(b.mint)) < 0 ? [a, b] : [b, a]
  const config = await configAddress(configIndex)
  const address = pool ?? (await poolAddress(config, side0.mint, side1.mint))
  const lpMint = await lpMintAddress(address)
  return {
    creator,
    amm_config: config,
    pool_state: address,
    token_0_mint: side0.mint,
    token_1_mint: side1.mint,
    lp_mint: lpMint,
    creator_token_0: await associatedTokenAddress(creator, side0.mint, side0.program),
    creator_token_1: await associatedTokenAddress(creator, side1.mint, side1.program),
    creator_lp_token: await associatedTokenAddress(creator, lpMint, tokenProgram),
    token_0_vault: await vaultAddress(address, side0.mint),
    token_1_vault: await vaultAddress(address, side1.mint),
    observation_state: await observationAddress(address),
    token_0_program: side0.program,
    token_1_program: side1.program,
  }
}
