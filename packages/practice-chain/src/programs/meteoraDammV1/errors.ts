import type { Script } from '../../effects/script.ts'
import { failWith } from '../anchor.ts'

/** `PoolError` (error.rs), counted from Anchor's 6000. The texts are the program's. */
const errors = {
  MathOverflow: [6000, 'Math operation overflow'],
  ExceededSlippage: [6004, 'Exceeded slippage tolerance'],
  ZeroTradingTokens: [6006, 'Given pool token amount results in zero trading tokens'],
  MismatchedTokenMint: [6009, 'Token mint mismatched'],
  PoolDisabled: [6015, 'Pool disabled'],
  InvalidProtocolFeeAccount: [6017, 'Invalid protocol fee account'],
  IdenticalSourceDestination: [6019, 'Identical user source and destination token account'],
  InvalidRemainingAccountsLen: [6027, 'Invalid remaining accounts length'],
  InvalidRemainingAccounts: [6028, 'Invalid remaining account'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

/** Ends the script with an error, after the effects before it, whose failure would come first. */
export function refuseAfter(script: Script, name: keyof typeof errors): Script {
  const [code, message] = errors[name]
  return script
    .log(`AnchorError occurred. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}.`)
    .fail(code)
}
