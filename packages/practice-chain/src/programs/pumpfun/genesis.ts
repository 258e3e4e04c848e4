import { fileURLToPath } from 'node:url'
import { type Address, associatedTokenAddress, systemProgram, tokenProgram } from '@tern/core'
import {
  decodeGlobal,
  globalAddress,
  globalVolumeAccumulatorAddress,
  globalVolumeAccumulatorLayout,
  mayhemSolVault,
  program,
} from '@tern/venues/pumpfun'
import { readRecordedAccounts } from '../../bank/recordedFiles.ts'
import { type Genesis, placeAccount } from '../../world/genesis.ts'
import { encodeTokenAccount } from '../../world/tokenAccounts.ts'

const recorded = fileURLToPath(new URL('accounts', import.meta.url))
const sol = 1_000_000_000n

/**
 * What pump.fun's programs need before the first coin: `Global`, both `FeeConfig`s, the pools' `GlobalConfig`, the mayhem
 * program's parameters and USDC's mint as recorded on mainnet; a `GlobalVolumeAccumulator` whose rewards are over, as they are
 * there; and what fees are paid to, in lamports and in USDC, alive already, so that the smallest fee can be.
 */
export async function pumpfunGenesis(): Promise<Genesis> {
  const genesis: Genesis = new Map()
  for (const [address, account] of readRecordedAccounts(recorded)) genesis.set(address, { ...account, slot: 0n })
  placeAccount(
    genesis,
    globalVolumeAccumulatorAddress,
    program,
    globalVolumeAccumulatorLayout.encode({
      start_time: 0n,
      end_time: 0n,
      seconds_in_a_day: 86_400n,
      mint: systemProgram,
      total_token_supply: new Array<bigint>(30).fill(0n),
      sol_volumes: new Array<bigint>(30).fill(0n),
    }),
  )
  for (const payee of payees(genesis)) {
    placeAccount(genesis, payee, systemProgram, new Uint8Array(), sol)
    for (const mint of quoteMints(genesis)) {
      const account = await associatedTokenAddress(payee, mint, tokenProgram)
      placeAccount(genesis, account, tokenProgram, encodeTokenAccount({ mint, owner: payee, amount: 0n }))
    }
  }
  return genesis
}

/** What coins can be quoted in beside lamports. */
function quoteMints(genesis: Genesis): readonly Address[] {
  return decodeGlobal(genesis.get(globalAddress)?.data ?? new Uint8Array()).whitelisted_quote_mints
}

/** Every fee recipient that `Global` lists, who migrates, and where mayhem coins keep their lamports. */
function payees(genesis: Genesis): ReadonlySet<Address> {
  const global = decodeGlobal(genesis.get(globalAddress)?.data ?? new Uint8Array())
  return new Set([
    global.fee_recipient,
    ...global.fee_recipients,
    global.reserved_fee_recipient,
    ...global.reserved_fee_recipients,
    ...global.buyback_fee_recipients,
    global.withdraw_authority,
    mayhemSolVault,
  ])
}
