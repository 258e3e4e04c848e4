import { addressBytes } from '@tern/core/internal'
import {
  decodeGlobalConfig,
  decodePlatformConfig,
  decodePoolState,
  type GlobalConfig,
  type PlatformConfig,
  type PoolState,
  program,
} from '@tern/venues/raydiumLaunchlab'
import {
  authorityBump,
  globalConfigLayout,
  platformConfigLayout,
  poolStateLayout,
} from '@tern/venues/raydiumLaunchlab/internal'
import { eventTag, type Script, self } from '../../effects/script.ts'
import { checkOwn, checkSeeds, checkWritable, decodedOnce, deserialized, type NamedAccount } from '../anchor.ts'
import { checkEventAccounts, type EventAccounts } from '../events.ts'

/** The signing seeds of the program's authority, which owns every vault and mints every token. */
export const authoritySeeds: readonly Uint8Array[] = [Buffer.from('vault_auth_seed'), Uint8Array.of(authorityBump)]

const globalConfigOnce = decodedOnce(decodeGlobalConfig)
const platformConfigOnce = decodedOnce(decodePlatformConfig)

/** `Account<GlobalConfig>`. */
export function readGlobalConfig(account: NamedAccount): GlobalConfig {
  checkOwn(account, globalConfigLayout, program)
  return deserialized(account, () => globalConfigOnce(account.data))
}

/** `Account<PlatformConfig>`. */
export function readPlatformConfig(account: NamedAccount): PlatformConfig {
  checkOwn(account, platformConfigLayout, program)
  return deserialized(account, () => platformConfigOnce(account.data))
}

/** `AccountLoader<PoolState>`, writable, for these mints. */
export function readPool(account: NamedAccount, baseMint: NamedAccount, quoteMint: NamedAccount): PoolState {
  checkOwn(account, poolStateLayout, program)
  checkSeeds(account, program, 'pool', addressBytes(baseMint.address), addressBytes(quoteMint.address))
  checkWritable(account)
  return deserialized(account, () => decodePoolState(account.data))
}

/** Writes the changed fields of the pool. */
export function writePool(
  script: Script,
  { position }: NamedAccount,
  { before, changed }: { readonly before: PoolState; readonly changed: Partial<PoolState> },
): void {
  const data = poolStateLayout.encode({ ...before, ...changed })
  const { offsets } = poolStateLayout
  for (const name of Object.keys(changed) as (keyof PoolState)[]) {
    if (changed[name] === before[name]) continue
    const size = typeof changed[name] === 'number' ? 1 : 8
    script.write(position, offsets[name], data.subarray(offsets[name], offsets[name] + size))
  }
}

/** Emits an event twice: by a call to itself, then to the log. */
export function emit(script: Script, accounts: EventAccounts, event: Uint8Array): void {
  checkEventAccounts(accounts, program)
  const { event_authority } = accounts
  const seeds = checkSeeds(event_authority, program, '__event_authority')
  script
    .cpi(
      {
        program: self,
        accounts: [{ position: event_authority.position, isSigner: true }],
        data: Buffer.concat([eventTag, event]),
      },
      [seeds],
    )
    .logData(event)
}
