import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountSnapshot, type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { DerivedKey } from '@tern/practice-chain/internal/makers'
import { lpMintAddress, type PoolState, vaultAddress } from '@tern/venues/raydiumCpmm'
import { observationAddress, poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { expect } from 'vitest'
import { createClient } from '../src/client.ts'
import { openMarket } from './market.ts'
import { type NewPool, openCpmmPool } from './ownPools.ts'

/** Writes an account into a `snapshotsDir`. */
export function recordAccount(
  snapshotsDir: string,
  pubkey: Address,
  { owner, lamports, data }: Pick<AccountSnapshot, 'owner' | 'lamports' | 'data'>,
): void {
  const account = { owner, lamports: Number(lamports), data: [Buffer.from(data).toString('base64'), 'base64'] }
  writeFileSync(join(snapshotsDir, `${pubkey}.json`), JSON.stringify({ pubkey, account }))
}

/** Returns the bytes of a pool's account with other values. */
export const changedPool = (data: Uint8Array, change: Partial<PoolState>): Uint8Array =>
  poolStateLayout.encode({ ...poolStateLayout.decode(data), ...change })

/**
 * Opens a CP-Swap pool on a chain of its own, and records its accounts and mints.
 *
 * @param changed returns an account as it is recorded. `undefined`: it is not recorded.
 * @returns the pool's address.
 */
export async function recordPool(
  snapshotsDir: string,
  creator: DerivedKey,
  asked: NewPool,
  changed: (address: Address, account: AccountSnapshot, pool: Address) => AccountSnapshot | undefined,
): Promise<Address> {
  const market = await openMarket({ snapshotsDir })
  const client = createClient({ rpc: market.practice.rpcUrl })
  try {
    const pool = await openCpmmPool(client, creator, asked)
    const lpMint = await lpMintAddress(pool)
    const vaults = await Promise.all(asked.sides.map(({ mint }) => vaultAddress(pool, mint)))
    const lpAccount = await associatedTokenAddress(creator.address, lpMint, tokenProgram)
    const mints = asked.sides.map(({ mint }) => mint).filter(mint => mint !== wrappedNativeMint)
    for (const address of [pool, lpMint, lpAccount, await observationAddress(pool), ...vaults, ...mints]) {
      const account = changed(address, (await market.read(address)) ?? expect.fail('not there'), pool)
      if (account !== undefined) recordAccount(snapshotsDir, address, account)
    }
    return pool
  } finally {
    client.chain.close()
    await market.close()
  }
}
