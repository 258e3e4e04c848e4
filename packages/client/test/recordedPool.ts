import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { transferFeeConfigLayout } from '@tern/core/internal'
import type { DerivedKey } from '@tern/practice-chain/internal/makers'
import { configAddress, lpMintAddress, type PoolState, program, vaultAddress } from '@tern/venues/raydiumCpmm'
import { ammConfigLayout, observationAddress, poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
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

/** Returns the bytes of a Token-2022 mint that has a transfer fee as its last extension, with a fee of everything. */
export function chargingAll(mint: Uint8Array): Uint8Array {
  const data = Uint8Array.from(mint)
  const at = data.length - transferFeeConfigLayout.size
  const fee = { epoch: 0n, maximumFee: 2n ** 64n - 1n, transferFeeBasisPoints: 10_000 }
  const config = transferFeeConfigLayout.decode(data.subarray(at))
  data.set(transferFeeConfigLayout.encode({ ...config, olderTransferFee: fee, newerTransferFee: fee }), at)
  return data
}

/** Records a config of CP-Swap whose administrator allows no new pools of it. @returns its address. */
export async function recordClosedConfig(
  snapshotsDir: string,
  index: number,
  administrator: Address,
): Promise<Address> {
  const address = await configAddress(index)
  recordAccount(snapshotsDir, address, {
    ...{ owner: program, lamports: rentExemption(ammConfigLayout.size) },
    data: ammConfigLayout.encode({
      ...{ bump: 255, disable_create_pool: true, index, trade_fee_rate: 2_500n, protocol_fee_rate: 120_000n },
      ...{ fund_fee_rate: 40_000n, create_pool_fee: 150_000_000n, protocol_owner: administrator },
      ...{ fund_owner: administrator, creator_fee_rate: 0n, padding: new Uint8Array(120) },
    }),
  })
  return address
}

/** A pool to record. */
interface RecordedPool extends NewPool {
  /** Returns an account as it is recorded. `undefined`: it is not recorded. */
  changed(address: Address, account: AccountSnapshot, pool: Address): AccountSnapshot | undefined
}

/**
 * Opens CP-Swap pools on a chain of their own, and records their accounts and mints.
 *
 * @returns their addresses.
 */
export async function recordPools(
  snapshotsDir: string,
  creator: DerivedKey,
  asked: readonly RecordedPool[],
): Promise<readonly Address[]> {
  const market = await openMarket({ snapshotsDir })
  const client = createClient({ rpc: market.practice.rpcUrl })
  const opened: Address[] = []
  try {
    for (const { changed, ...wanted } of asked) {
      const pool = await openCpmmPool(client, creator, wanted)
      const lpMint = await lpMintAddress(pool)
      const vaults = await Promise.all(wanted.sides.map(({ mint }) => vaultAddress(pool, mint)))
      const lpAccount = await associatedTokenAddress(creator.address, lpMint, tokenProgram)
      const mints = wanted.sides.map(({ mint }) => mint).filter(mint => mint !== wrappedNativeMint)
      for (const address of [pool, lpMint, lpAccount, await observationAddress(pool), ...vaults, ...mints]) {
        const account = changed(address, (await market.read(address)) ?? expect.fail('not there'), pool)
        if (account !== undefined) recordAccount(snapshotsDir, address, account)
      }
      opened.push(pool)
    }
    return opened
  } finally {
    client.chain.close()
    await market.close()
  }
}

/** `recordPools` for a single pool. */
export async function recordPool(
  snapshotsDir: string,
  creator: DerivedKey,
  { asked, changed }: { readonly asked: NewPool; readonly changed: RecordedPool['changed'] },
): Promise<Address> {
  const [pool] = await recordPools(snapshotsDir, creator, [{ ...asked, changed }])
  return pool ?? expect.fail('no pool')
}
