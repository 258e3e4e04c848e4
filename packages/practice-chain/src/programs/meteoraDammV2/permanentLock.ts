import type { Clock } from '@tern/core'
import { address, struct, u128 } from '@tern/core/internal'
import { program } from '@tern/venues/meteoraDammV2'
import { poolLayout, positionLayout } from '@tern/venues/meteoraDammV2/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { checkSigner, checkWritable, fail, nameAccounts, readArguments, readOwn, readTokenAccount } from '../anchor.ts'
import { checkEventAccounts, emitCall } from '../events.ts'
import { refuse } from './errors.ts'
import { writePool } from './pool.ts'

/** `permanent_lock_position` (instructions/ix_permanent_lock_position.rs). */
export const permanentLockLayout = struct(
  'permanent_lock_position',
  24,
  { permanent_lock_liquidity: u128 },
  { discriminator: [0xa5, 0xb0, 0x7d, 0x06, 0xe7, 0xab, 0xba, 0xd5] },
)

const lockEventLayout = struct(
  'EvtPermanentLockPosition',
  104,
  { pool: address, position: address, lock_liquidity_amount: u128, total_permanent_locked_liquidity: u128 },
  { discriminator: [0x91, 0x8f, 0xa2, 0xda, 0xda, 0x50, 0x43, 0x0b] },
)

const names = ['pool', 'position', 'position_nft_account', 'owner', 'event_authority', 'program'] as const

/** Locks liquidity of a position permanently. It keeps earning fees. Positions here have no vesting. */
export function executePermanentLock(invocation: Invocation, _: Clock): Script {
  const { permanent_lock_liquidity: liquidity } = readArguments(permanentLockLayout, invocation.data)
  const a = nameAccounts(invocation, names)
  const pool = readOwn(a.pool, poolLayout, program)
  const position = readOwn(a.position, positionLayout, program)
  const nft = readTokenAccount(a.position_nft_account)
  checkSigner(a.owner)
  checkWritable(a.pool, a.position)
  if (position.pool !== a.pool.address) fail('ConstraintHasOne', 'position')
  if (nft.mint !== position.nft_mint || nft.amount !== 1n) fail('ConstraintRaw', 'position_nft_account')
  if (nft.owner !== a.owner.address) fail('ConstraintTokenOwner', 'position_nft_account')
  checkEventAccounts(a, program)
  if (liquidity > position.unlocked_liquidity) refuse('InsufficientLiquidity')
  const locked = pool.permanent_lock_liquidity + liquidity
  const script = new Script()
  writePool(script, a.pool, { ...pool, permanent_lock_liquidity: locked })
  const after = {
    ...position,
    unlocked_liquidity: position.unlocked_liquidity - liquidity,
    permanent_locked_liquidity: position.permanent_locked_liquidity + liquidity,
  }
  script.write(a.position.position, 0, positionLayout.encode(after))
  emitCall(
    script,
    a,
    lockEventLayout.encode({
      ...{ pool: a.pool.address, position: a.position.address, lock_liquidity_amount: liquidity },
      total_permanent_locked_liquidity: locked,
    }),
  )
  return script
}
