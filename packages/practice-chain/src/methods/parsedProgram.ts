import type { AccountSnapshot, Address } from '@tern/core'
import { address, struct, u8, u32, u64, upgradeableLoader } from '@tern/core/internal'
import { toBase64 } from './toBase64.ts'

/** The states of `UpgradeableLoaderState` with their fields. An absent address takes no space. */
const stateLayout = struct('UpgradeableLoaderState', 4, { state: u32 })
const programLayout = struct('Program', 36, { state: u32, programData: address })
const bufferLayout = struct('Buffer', 37, { state: u32, hasAuthority: u8, authority: address })
const programDataLayout = struct('ProgramData', 45, { state: u32, slot: u64, hasAuthority: u8, authority: address })

/**
 * Parses a program, its code or a buffer as a cluster does under `jsonParsed`.
 * @see Agave's `account-decoder/src/parse_bpf_loader.rs`
 */
export function parseProgram({ owner, data }: AccountSnapshot): unknown {
  if (owner !== upgradeableLoader) return undefined
  const parsed = parse(data)
  return parsed && { parsed, program: 'bpf-upgradeable-loader', space: data.length }
}

function parse(data: Uint8Array): unknown {
  switch (stateLayout.decode(data, 'atLeast').state) {
    case 0:
      return { type: 'uninitialized' }
    case 1:
      return { type: 'buffer', info: withCode(data, bufferLayout.size, bufferLayout.decode(data, 'atLeast')) }
    case 2:
      return { type: 'program', info: { programData: programLayout.decode(data, 'atLeast').programData } }
    case 3: {
      const { slot, ...rest } = programDataLayout.decode(data, 'atLeast')
      return { type: 'programData', info: { slot, ...withCode(data, programDataLayout.size, rest) } }
    }
    default:
      return undefined
  }
}

function withCode(
  data: Uint8Array,
  size: number,
  { hasAuthority, authority }: { readonly hasAuthority: number; readonly authority: Address },
) {
  const isSet = hasAuthority === 1
  return {
    authority: isSet ? authority : null,
    data: [toBase64(data.subarray(isSet ? size : size - 32)), 'base64'],
  }
}
