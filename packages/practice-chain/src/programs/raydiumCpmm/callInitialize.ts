import { type Clock, rentExemption } from '@tern/core'
import { program } from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  initializeLayout,
  observationStateLayout,
  poolStateLayout,
} from '@tern/venues/raydiumCpmm/internal'
import type { Script } from '../../effects/script.ts'
import { type NamedAccount, readMint, readOwn } from '../anchor.ts'
import { vaultSize } from '../vaultSize.ts'

/** The accounts of a call of `initialize`, and the program itself. */
export interface NewPoolAccounts {
  readonly cpmm: NamedAccount
  /** A program address of the caller. It owns the token accounts and pays. */
  readonly creator: NamedAccount
  readonly config: NamedAccount
  readonly authority: NamedAccount
  readonly pool: NamedAccount
  /** In the pool's order. */
  readonly sides: readonly [NewPoolSide, NewPoolSide]
  readonly lpMint: NamedAccount
  readonly creatorLpToken: NamedAccount
  readonly createPoolFee: NamedAccount
  readonly observation: NamedAccount
  readonly tokenProgram: NamedAccount
  readonly associatedTokenProgram: NamedAccount
  readonly systemProgram: NamedAccount
  readonly rent: NamedAccount
}

/** A token of a new pool. */
export interface NewPoolSide {
  readonly mint: NamedAccount
  readonly from: NamedAccount
  readonly vault: NamedAccount
  readonly program: NamedAccount
  readonly amount: bigint
}

/** Computes the creator's cost of a new pool: the rents of its accounts and the creation fee, in lamports. */
export function newPoolCost({ config, sides }: Pick<NewPoolAccounts, 'config' | 'sides'>): bigint {
  const { create_pool_fee } = readOwn(config, ammConfigLayout, program)
  const vaults = sides.map(({ mint }) => vaultSize(readMint(mint)))
  const sizes = [82, 165, observationStateLayout.size, poolStateLayout.size, ...vaults]
  return sizes.reduce((sum, size) => sum + rentExemption(size), create_pool_fee)
}

/** CP-Swap's `initialize`. @param seeds sign for the creator. */
export function callInitialize(
  script: Script,
  a: NewPoolAccounts,
  {
    clock: { unixTimestamp },
    seeds,
  }: { readonly clock: Pick<Clock, 'unixTimestamp'>; readonly seeds: readonly Uint8Array[] },
): void {
  const [side0, side1] = a.sides
  const accounts: readonly (readonly [NamedAccount, ('signer' | 'writable')?])[] = [
    [a.creator, 'signer'],
    [a.config],
    [a.authority],
    [a.pool, a.pool.isSigner ? 'signer' : 'writable'],
    [side0.mint],
    [side1.mint],
    [a.lpMint, 'writable'],
    [side0.from, 'writable'],
    [side1.from, 'writable'],
    [a.creatorLpToken, 'writable'],
    [side0.vault, 'writable'],
    [side1.vault, 'writable'],
    [a.createPoolFee, 'writable'],
    [a.observation, 'writable'],
    [a.tokenProgram],
    [side0.program],
    [side1.program],
    [a.associatedTokenProgram],
    [a.systemProgram],
    [a.rent],
  ]
  const amounts = { init_amount_0: side0.amount, init_amount_1: side1.amount }
  script.cpi(
    {
      program: a.cpmm.position,
      accounts: accounts.map(([{ position }, kind]) => ({
        ...{ position, isSigner: kind === 'signer', isWritable: kind !== undefined },
      })),
      data: initializeLayout.encode({ ...amounts, open_time: unixTimestamp }),
    },
    [seeds],
  )
}
