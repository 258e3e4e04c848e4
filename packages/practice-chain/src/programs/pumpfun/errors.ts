import { failWith } from '../anchor.ts'

/** `PumpError`, counted from Anchor's 6000. The texts are the IDL's. */
const errors = {
  NotAuthorized: [6000, 'The given account is not authorized to execute this instruction.'],
  TooMuchSolRequired: [6002, 'slippage: Too much SOL required to buy the given amount of tokens.'],
  TooLittleSolReceived: [6003, 'slippage: Too little SOL received to sell the given amount of tokens.'],
  BondingCurveComplete: [6005, 'The bonding curve has completed and liquidity migrated to raydium.'],
  BondingCurveNotComplete: [6006, 'The bonding curve has not completed.'],
  NewSizeShouldBeGreaterThanCurrentSize: [6009, 'new_size should be > current_size'],
  AccountTypeNotSupported: [6010, 'Account type not supported'],
  DisabledMigrate: [6018, 'Migrate instruction is disabled'],
  InvalidCreator: [6019, 'Invalid creator pubkey'],
  BuyZeroAmount: [6020, 'Buy zero amount'],
  NotEnoughTokensToBuy: [6021, 'Not enough tokens to buy'],
  SellZeroAmount: [6022, 'Sell zero amount'],
  NotEnoughTokensToSell: [6023, 'Not enough tokens to sell'],
  Overflow: [6024, 'Overflow'],
  BuyNotEnoughSolToCoverFees: [6041, 'Buy: Not enough SOL to cover for fees.'],
  BuySlippageBelowMinTokensOut: [6042, 'Slippage: Would buy less tokens than expected min_tokens_out'],
  NameTooLong: [6043, ''],
  SymbolTooLong: [6044, ''],
  UriTooLong: [6045, ''],
  CreateV2Disabled: [6046, ''],
  MayhemModeDisabled: [6048, ''],
  CreatorMigratedToSharingConfig: [6049, 'creator has been migrated to sharing config'],
  BuybackFeeRecipientNotAuthorized: [6057, 'Buyback fee recipient not authorized'],
  BuybackFeeRecipientMissing: [6062, ''],
  UnsupportedQuoteMint: [6063, 'Unsupported quote mint'],
  InvalidQuoteTokenProgram: [6064, 'Create v2: quote token program must be SPL Token or Token-2022'],
  InvalidAssociatedQuoteBondingCurve: [
    6065,
    'Create v2: associated quote bonding curve address does not match derivation',
  ],
  MissingCashbackAccounts: [6072, 'Cashback trade is missing the required remaining accounts'],
  InvalidCashbackAccumulator: [6073, 'Cashback user_volume_accumulator account is invalid'],
  InvalidBondingCurveV2: [6074, 'bonding_curve_v2 remaining account is missing or invalid'],
  InvalidCashbackRecipient: [6076, 'Cashback recipient token account is not owned by user'],
  BondingCurveAlreadyMigrated: [6081, 'Bonding curve has already migrated'],
  CashbackDeprecated: [6082, 'Cashback coins can no longer be created'],
  HolderRewardDisabled: [6084, 'Holder-reward coins are disabled'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}
