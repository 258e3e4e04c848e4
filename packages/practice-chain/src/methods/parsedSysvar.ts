import type { AccountSnapshot, Address } from '@tern/core'
import {
  address,
  array,
  bool,
  clockSysvar,
  i64,
  recentBlockhashesSysvar,
  rentSysvar,
  slotHashesSysvar,
  struct,
  sysvarOwner,
  u8,
  u64,
} from '@tern/core/internal'

const epochScheduleSysvar = 'SysvarEpochSchedu1e111111111111111111111111' as Address

const clockLayout = struct('Clock', 40, {
  slot: u64,
  epochStartTimestamp: i64,
  epoch: u64,
  leaderScheduleEpoch: u64,
  unixTimestamp: i64,
})
const epochScheduleLayout = struct('EpochSchedule', 33, {
  slotsPerEpoch: u64,
  leaderScheduleSlotOffset: u64,
  warmup: bool,
  firstNormalEpoch: u64,
  firstNormalSlot: u64,
})
const rentLayout = struct('Rent', 17, { lamportsPerByteYear: u64, exemptionThreshold: u64, burnPercent: u8 })
const listLayout = struct('SysvarList', 8, { length: u64 })
const slotHashLayout = struct('SlotHash', 40, { slot: u64, hash: address })
const recentBlockhashLayout = struct('RecentBlockhash', 40, { blockhash: address, lamportsPerSignature: u64 })

/** Reads the items after a list's length. */
function list<T>(data: Uint8Array, item: { readonly size: number } & Parameters<typeof array<T>>[0]): readonly T[] {
  const length = Number(listLayout.decode(data, 'atLeast').length)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  return array(item, Math.min(length, Math.floor((data.length - listLayout.size) / item.size))).read(
    view,
    listLayout.size,
  )
}

function parse(sysvar: Address, data: Uint8Array): readonly [type: string, info: unknown] | undefined {
  switch (sysvar) {
    case clockSysvar:
      return ['clock', clockLayout.decode(data)]
    case epochScheduleSysvar:
      return ['epochSchedule', epochScheduleLayout.decode(data)]
    case rentSysvar: {
      const { lamportsPerByteYear, burnPercent } = rentLayout.decode(data)
      const exemptionThreshold = new DataView(data.buffer, data.byteOffset).getFloat64(8, true)
      return ['rent', { lamportsPerByteYear: lamportsPerByteYear.toString(), exemptionThreshold, burnPercent }]
    }
    case slotHashesSysvar:
      return ['slotHashes', list(data, slotHashLayout)]
    case recentBlockhashesSysvar:
      return [
        'recentBlockhashes',
        list(data, recentBlockhashLayout).map(({ blockhash, lamportsPerSignature }) => ({
          blockhash,
          feeCalculator: { lamportsPerSignature: lamportsPerSignature.toString() },
        })),
      ]
    default:
      return undefined
  }
}

/**
 * Parses a sysvar as a cluster does under `jsonParsed`; `undefined` for any other account.
 * @see Agave's `account-decoder/src/parse_sysvar.rs`
 */
export function parseSysvar(sysvar: Address, { owner, data }: AccountSnapshot): unknown {
  if (owner !== sysvarOwner) return undefined
  const [type, info] = parse(sysvar, data) ?? []
  return type === undefined ? undefined : { parsed: { info, type }, program: 'sysvar', space: data.length }
}
