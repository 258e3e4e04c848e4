import { associatedTokenProgram, rentExemption, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type CurveAccount, decodeCurve, program } from '@tern/venues/moonit'
import { curveLayout, curveTypes, migrationEventLayout, prepareCurve } from '@tern/venues/moonit/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  deserialized,
  fail,
  isAssociated,
  nameAccounts,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { burn, openAssociatedAccount, transferChecked } from '../tokenCalls.ts'
import { readConfig } from './accounts.ts'
import { refuse } from './errors.ts'

const names = [
  'backend_authority',
  'migration_authority',
  'curve_account',
  'curve_token_account',
  'migration_authority_token_account',
  'mint',
  'dex_fee_account',
  'helio_fee_account',
  'config_account',
  'system_program',
  'token_program',
  'associated_token_program',
] as const

/** The funds that leave a complete curve. Raw units. */
export interface MigratedFunds {
  /** Lamports, without the fee. */
  readonly lamports: bigint
  readonly fee: bigint
  readonly tokens: bigint
  readonly burned: bigint
}

/**
 * Splits a complete curve's funds.
 *
 * *Modelled*: as many tokens migrate as keep the curve's last price, and the program burns the others. The fee counts
 * lamports.
 *
 * @param lamports of the curve's account, without its rent.
 * @returns `undefined` if the curve is not complete.
 */
export function fundsOf(state: CurveAccount, lamports: bigint): MigratedFunds | undefined {
  const type = curveTypes[state.curve_type]
  const curve = type && prepareCurve(type, state, 0n)
  if (!curve?.isComplete(curve.sold)) return undefined
  const fee = state.migration_fee < lamports ? state.migration_fee : lamports
  const { numerator, denominator } = curve.price
  const atPrice = ((lamports - fee) * denominator) / numerator
  const tokens = atPrice < state.curve_amount ? atPrice : state.curve_amount
  return { lamports: lamports - fee, fee, tokens, burned: state.curve_amount - tokens }
}

/** `migrateFunds`: the migration authority receives the funds. It makes the pool later. The fee is Helio's. */
export function executeMigrateFunds(invocation: Invocation): Script {
  const a = nameAccounts(invocation, names)
  checkSigner(a.backend_authority)
  checkSigner(a.migration_authority)
  checkWritable(a.migration_authority, a.curve_account, a.curve_token_account, a.migration_authority_token_account)
  checkWritable(a.mint, a.dex_fee_account, a.helio_fee_account)
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  const { decimals } = readMint(a.mint)
  const seeds = checkSeeds(a.curve_account, program, 'token', addressBytes(a.mint.address))
  checkSeeds(a.config_account, program, 'config_account')
  const { migration_authority: owner, migration_authority_token_account: to, mint, curve_account: curve } = a
  if (!isAssociated(a.curve_token_account, { owner: curve.address, tokenProgram, mint: mint.address }))
    fail('ConstraintAssociated', a.curve_token_account.name)
  if (!isAssociated(to, { owner: owner.address, tokenProgram, mint: mint.address }))
    fail('ConstraintAssociated', to.name)
  const config = readConfig(a.config_account)
  if (a.backend_authority.address !== config.backend_authority) refuse('InvalidAuthority')
  if (owner.address !== config.migration_authority) refuse('InvalidAuthority')
  if (a.dex_fee_account.address !== config.dex_fee) refuse('InvalidFeeAccount')
  if (a.helio_fee_account.address !== config.helio_fee) refuse('InvalidFeeAccount')
  readOwn(curve, curveLayout, program)
  const state = deserialized(curve, () => decodeCurve(curve.data))
  readTokenAccount(a.curve_token_account)
  const available = curve.lamports - rentExemption(curve.data.length)
  const funds = fundsOf(state, available) ?? refuse('ThresholdNotHit')
  if (funds.lamports <= 0n) refuse('InvalidCurveAccount')

  const { system_program: system, token_program: tokens } = a
  const script = new Script()
  openAssociatedAccount(script, {
    ...{ program: a.associated_token_program, payer: owner, account: to, owner, mint, system, tokens },
  })
  const from = a.curve_token_account
  const moved = { program: tokens, mint, authority: curve, amount: funds.tokens }
  transferChecked(script, { ...moved, from, to, decimals }, [seeds])
  if (funds.burned > 0n) burn(script, { ...moved, account: from, amount: funds.burned }, [seeds])
  script.moveLamports(curve.position, owner.position, funds.lamports)
  if (funds.fee > 0n) script.moveLamports(curve.position, a.helio_fee_account.position, funds.fee)
  script.write(curve.position, curveLayout.offsets.curve_amount, new Uint8Array(8))
  return script.logData(
    migrationEventLayout.encode({
      ...{ tokens_migrated: funds.tokens, tokens_burned: funds.burned, collateral_migrated: funds.lamports },
      ...{ fee: funds.fee, label: 'migration' },
    }),
  )
}
