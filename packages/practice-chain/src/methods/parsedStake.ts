import type { AccountSnapshot, Address } from '@tern/core'
import { address, i64, struct, u32, u64 } from '@tern/core/internal'

const stakeProgram = 'Stake11111111111111111111111111111111111111' as Address

/** `StakeStateV2`: the kind, then the meta that both kinds with lamports begin with, then the delegation. */
const stateLayout = struct('StakeState', 4, { kind: u32 })
const metaLayout = struct('StakeMeta', 124, {
  kind: u32,
  rentExemptReserve: u64,
  staker: address,
  withdrawer: address,
  unixTimestamp: i64,
  epoch: u64,
  custodian: address,
})
const delegationLayout = struct('StakeDelegation', 72, {
  voter: address,
  stake: u64,
  activationEpoch: u64,
  deactivationEpoch: u64,
  warmupCooldownRate: u64,
  creditsObserved: u64,
})

/**
 * Parses a stake account as a cluster does under `jsonParsed`.
 * @see Agave's `account-decoder/src/parse_stake.rs`
 */
export function parseStakeAccount({ owner, data }: AccountSnapshot): unknown {
  if (owner !== stakeProgram) return undefined
  const parsed = parse(data)
  return parsed && { parsed, program: 'stake', space: data.length }
}

function parse(data: Uint8Array): unknown {
  switch (stateLayout.decode(data, 'atLeast').kind) {
    case 0:
      return { type: 'uninitialized' }
    case 1:
      return { type: 'initialized', info: { meta: metaIn(data), stake: null } }
    case 2:
      return { type: 'delegated', info: { meta: metaIn(data), stake: stakeIn(data.subarray(metaLayout.size)) } }
    case 3:
      return { type: 'rewardsPool' }
    default:
      return undefined
  }
}

function metaIn(data: Uint8Array) {
  const { rentExemptReserve, staker, withdrawer, unixTimestamp, epoch, custodian } = metaLayout.decode(data, 'atLeast')
  return {
    rentExemptReserve: rentExemptReserve.toString(),
    authorized: { staker, withdrawer },
    lockup: { unixTimestamp, epoch, custodian },
  }
}

function stakeIn(data: Uint8Array) {
  const { voter, stake, activationEpoch, deactivationEpoch, creditsObserved } = delegationLayout.decode(data, 'atLeast')
  const delegation = {
    voter,
    stake: stake.toString(),
    activationEpoch: activationEpoch.toString(),
    deactivationEpoch: deactivationEpoch.toString(),
  }
  return { delegation, creditsObserved }
}
