import { fileURLToPath } from 'node:url'
import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { program as ammProgram, decodeGlobalConfig as decodeAmmConfig } from '@tern/venues/pumpAmm'
import {
  globalConfigAddress as ammConfig,
  globalVolumeAccumulatorAddress as ammVolume,
} from '@tern/venues/pumpAmm/internal'
import { decodeGlobal, program } from '@tern/venues/pumpfun'
import {
  globalAddress,
  globalVolumeAccumulatorAddress,
  globalVolumeAccumulatorLayout,
  mayhemGlobalParams,
  mayhemProgram,
  mayhemSolVault,
} from '@tern/venues/pumpfun/internal'
import { readRecordedAccounts } from '../../bank/recordedFiles.ts'
import { type Genesis, placeAccount } from '../../world/genesis.ts'
import { encodeTokenAccount } from '../../world/tokenAccounts.ts'
import { globalParams } from '../mayhem/index.ts'

const recorded = fileURLToPath(new URL('accounts', import.meta.url))
const sol = 1_000_000_000n

/**
 * Creates the accounts that pump.fun's programs need before the first coin.
 * Recorded on mainnet: `Global`, both `FeeConfig`s, the pools' `GlobalConfig` and USDC's mint.
 * Also the mayhem program's parameters, and both `GlobalVolumeAccumulator`s, whose rewards are over as on mainnet.
 * Fee accounts in lamports, wrapped SOL and USDC exist from the start, so that even the smallest fee can be paid.
 */
export async function pumpfunGenesis(): Promise<Genesis> {
  const genesis: Genesis = new Map()
  for (const [address, account] of readRecordedAccounts(recorded)) genesis.set(address, { ...account, slot: 0n })
  const rewardsOver = globalVolumeAccumulatorLayout.encode({
    start_time: 0n,
    end_time: 0n,
    seconds_in_a_day: 86_400n,
    mint: systemProgram,
    total_token_supply: new Array<bigint>(30).fill(0n),
    sol_volumes: new Array<bigint>(30).fill(0n),
  })
  placeAccount(genesis, globalVolumeAccumulatorAddress, { owner: program, data: rewardsOver })
  placeAccount(genesis, ammVolume, { owner: ammProgram, data: rewardsOver })
  placeAccount(genesis, mayhemGlobalParams, { owner: mayhemProgram, data: globalParams })
  for (const payee of payees(genesis)) {
    placeAccount(genesis, payee, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: sol })
    await placeWrapped(genesis, payee)
    for (const mint of quoteMints(genesis)) {
      const account = await associatedTokenAddress(payee, mint, tokenProgram)
      placeAccount(genesis, account, {
        owner: tokenProgram,
        data: encodeTokenAccount({ mint, owner: payee, amount: 0n }),
      })
    }
  }
  return genesis
}

/** Pools pay their fees in wrapped SOL. */
async function placeWrapped(genesis: Genesis, owner: Address): Promise<void> {
  const account = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
  const balance = { mint: wrappedNativeMint, owner, amount: 0n, nativeReserve: rentExemption(165) }
  placeAccount(genesis, account, { owner: tokenProgram, data: encodeTokenAccount(balance) })
}

/** The quote mints of coins, other than lamports. */
function quoteMints(genesis: Genesis): readonly Address[] {
  return decodeGlobal(genesis.get(globalAddress)?.data ?? new Uint8Array()).whitelisted_quote_mints
}

/**
 * Every fee recipient in `Global` and in the pools' `GlobalConfig`, the withdraw authority,
 * and the vault for the lamports of mayhem coins.
 */
function payees(genesis: Genesis): ReadonlySet<Address> {
  const global = decodeGlobal(genesis.get(globalAddress)?.data ?? new Uint8Array())
  const pools = decodeAmmConfig(genesis.get(ammConfig)?.data ?? new Uint8Array())
  return new Set([
    ...pools.protocol_fee_recipients,
    pools.reserved_fee_recipient,
    ...pools.reserved_fee_recipients,
    ...pools.buyback_fee_recipients,
    global.fee_recipient,
    ...global.fee_recipients,
    global.reserved_fee_recipient,
    ...global.reserved_fee_recipients,
    ...global.buyback_fee_recipients,
    global.withdraw_authority,
    mayhemSolVault,
  ])
}
