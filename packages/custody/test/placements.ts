import {
  type Address,
  associatedTokenAddress,
  systemProgram,
  type Terms,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program as cpmm, encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import {
  encodeDeposit,
  encodeInitialize,
  encodeWithdraw,
  type LiquidityAccounts,
} from '@tern/venues/raydiumCpmm/internal'
import { type PlainInstruction, u64 } from './compileMessage.ts'
import { address, mint, openTokenAccount, plain, SOL } from './trades.ts'

export const [pool, lpMint] = [address(40), address(41)]
const temporary = address(42)

const none = { rent: 0n, programFee: 0n, networkFee: 5_000n, tip: 0n, tradeFee: 0n }

/** Terms that allow a signature's fee, and the parts that `change` sets. */
export const termsWith = (change: Partial<Terms>): Terms => ({
  ...{ spend: [], receive: [], lamports: none, cosigners: [], lifetime: 'blockhash' },
  ...change,
})

export const amountOf = (of: Address, max: bigint, program: Address = tokenProgram) => ({
  mint: of,
  tokenProgram: program,
  max,
})
export const minimumOf = (of: Address, min: bigint, program: Address = tokenProgram) => ({
  mint: of,
  tokenProgram: program,
  min,
})

/** The parts of a deposit, a withdrawal, a new pool and a sale of LP tokens on CPMM, for any wallet. */
export async function placementsOf(wallet: Address) {
  const own = (of: Address, program: Address = tokenProgram) => associatedTokenAddress(wallet, of, program)
  const [tokens, shares] = await Promise.all([own(mint, token2022Program), own(lpMint)])
  const accounts: LiquidityAccounts = {
    ...{ owner: wallet, pool_state: pool, owner_lp_token: shares, token_0_account: temporary, token_1_account: tokens },
    ...{ token_0_vault: address(43), token_1_vault: address(44), vault_0_mint: wrappedNativeMint, vault_1_mint: mint },
    lp_mint: lpMint,
  }
  const signer = { address: wallet, as: 'ws' as const }
  const openTemporary = (lamports: bigint): readonly PlainInstruction[] => [
    {
      program: systemProgram,
      accounts: [signer, { address: temporary, as: 'w' }],
      data: Uint8Array.from([
        ...[3, 0, 0, 0],
        ...addressBytes(wallet),
        ...u64(1n),
        ...[65],
        ...u64(lamports),
        ...u64(165n),
        ...addressBytes(tokenProgram),
      ]),
    },
    {
      program: tokenProgram,
      accounts: [{ address: temporary, as: 'w' }, { address: wrappedNativeMint }],
      data: Uint8Array.from([18, ...addressBytes(wallet)]),
    },
  ]
  const closeTemporary: PlainInstruction = {
    program: tokenProgram,
    accounts: [{ address: temporary, as: 'w' }, signer, { address: wallet, as: 's' }],
    data: Uint8Array.of(9),
  }
  const open = openTokenAccount(shares, lpMint, { owner: wallet })
  const openShares: PlainInstruction = { ...open, accounts: open.accounts.with(0, signer) }
  const rent = 2_039_280n
  const around = (...inside: readonly PlainInstruction[]) => [...openTemporary(SOL + rent), ...inside, closeTemporary]
  const deposit = (change: Partial<LiquidityAccounts> = {}, lp = 90n, max: readonly [bigint, bigint] = [SOL, 5_000n]) =>
    around(
      openShares,
      plain(encodeDeposit({ ...accounts, ...change }, { lpAmount: lp, maxAmount0: max[0], maxAmount1: max[1] })),
    )
  const withdraw = (change: Partial<LiquidityAccounts> = {}, lp = 90n, min: readonly [bigint, bigint] = [0n, 0n]) => [
    ...openTemporary(rent),
    plain(encodeWithdraw({ ...accounts, ...change }, { lpAmount: lp, minAmount0: min[0], minAmount1: min[1] })),
    closeTemporary,
  ]
  /** `isPoolSigner`: the pool is a fresh key pair instead of a derived address. */
  const create = (isPoolSigner?: true) =>
    around(
      plain(
        encodeInitialize(
          {
            ...{ creator: wallet, amm_config: address(45), pool_state: pool, token_0_mint: wrappedNativeMint },
            ...{ token_1_mint: mint, lp_mint: lpMint, creator_token_0: temporary, creator_token_1: tokens },
            ...{ creator_lp_token: shares, token_0_vault: address(43), token_1_vault: address(44) },
            ...{ observation_state: address(46), token_0_program: tokenProgram, token_1_program: token2022Program },
            ...(isPoolSigner && { isPoolSigner }),
          },
          { amount0: SOL, amount1: 5_000n, openTimeSeconds: 0n },
        ),
      ),
    )
  const swap = (mintIn: Address, amountIn: bigint, minOut: bigint, from?: Address) =>
    own(mintIn).then(source => [
      ...openTemporary(rent),
      plain(
        encodeSwapBaseInput(
          {
            ...{ payer: wallet, amm_config: address(45), pool_state: pool, input_token_account: from ?? source },
            ...{ output_token_account: temporary, input_vault: address(43), output_vault: address(44) },
            ...{ input_token_program: tokenProgram, output_token_program: tokenProgram },
            ...{ input_token_mint: mintIn, output_token_mint: wrappedNativeMint, observation_state: address(46) },
          },
          amountIn,
          minOut,
        ),
      ),
      closeTemporary,
    ])
  const depositTerms = termsWith({
    spend: [amountOf(wrappedNativeMint, SOL), amountOf(mint, 5_000n, token2022Program)],
    receive: [minimumOf(lpMint, 90n)],
    into: { program: cpmm, account: pool },
    lamports: { ...none, rent: 2_039_280n },
  })
  return { wallet, tokens, shares, accounts, deposit, withdraw, create, swap, around, depositTerms }
}
