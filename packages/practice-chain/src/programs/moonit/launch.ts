import { associatedTokenProgram, metadataProgram, rentExemption, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type CurveAccount, program } from '@tern/venues/moonit'
import { accountSizes, curveLayout, curveTypes, prepareCurve, tokenMintLayout } from '@tern/venues/moonit/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodeArguments,
  fail,
  isAssociated,
  nameAccounts,
} from '../anchor.ts'
import { createAccount, createAssociatedAccount, initializeMint, mintTo, revokeMintAuthority } from '../tokenCalls.ts'
import { encodeCreateMetadata, longestTexts } from '../tokenMetadata/layout.ts'
import { readConfig } from './accounts.ts'
import { refuse } from './errors.ts'

const names = [
  'sender',
  'backend_authority',
  'curve_account',
  'mint',
  'mint_metadata',
  'curve_token_account',
  'config_account',
  'token_program',
  'associated_token_program',
  'mpl_token_metadata',
  'system_program',
] as const

const mintSize = 82
const [sol, lastTarget] = [0, 1] as const

/**
 * `tokenMint`. The backend signs, too.
 *
 * *Modelled*: the curve is the mint's authority until its supply is minted, and the metadata's. A flat curve's threshold
 * is the `collateral_collected` of the arguments, because its price follows from it.
 */
export function executeTokenMint(invocation: Invocation): Script {
  const params = decodeArguments(() => tokenMintLayout.decode(invocation.data))
  const a = nameAccounts(invocation, names)
  checkSigner(a.sender)
  checkSigner(a.backend_authority)
  checkSigner(a.mint)
  checkWritable(a.sender, a.curve_account, a.mint, a.mint_metadata, a.curve_token_account)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkProgram(a.mpl_token_metadata, metadataProgram)
  checkProgram(a.system_program, systemProgram)
  const seeds = checkSeeds(a.curve_account, program, 'token', addressBytes(a.mint.address))
  checkSeeds(a.config_account, program, 'config_account')
  const curveTokens = a.curve_token_account
  if (!isAssociated(curveTokens, { owner: a.curve_account.address, tokenProgram, mint: a.mint.address }))
    fail('ConstraintAssociated', curveTokens.name)
  const config = readConfig(a.config_account)
  if (a.backend_authority.address !== config.backend_authority) refuse('InvalidAuthority')
  const { name, symbol, uri, decimals, amount, migration_target } = params
  if (Buffer.byteLength(name) > longestTexts.name) refuse('TokenNameTooLong')
  if (Buffer.byteLength(symbol) > longestTexts.symbol) refuse('TokenSymbolTooLong')
  if (Buffer.byteLength(uri) > longestTexts.uri) refuse('TokenURITooLong')
  const type = curveTypes[params.curve_type] ?? refuse('InvalidCurveType')
  if (params.collateral_currency !== sol) refuse('InvalidCurrency')
  if (migration_target > lastTarget) refuse('InvalidMigrationTarget')
  if (decimals < config.min_supported_decimal_places || decimals > config.max_supported_decimal_places)
    refuse('TokenDecimalsOutOfRange')
  const [whole, rest] = [amount / 10n ** BigInt(decimals), amount % 10n ** BigInt(decimals)]
  if (rest !== 0n || whole < config.min_supported_token_supply || whole > config.max_supported_token_supply)
    refuse('TotalSupplyOutOfBounds')
  const thresholds = {
    linearV1: config.linear_curve_mcap_threshold,
    constantProductV1: config.constant_product_v1_mcap_threshold,
    constantProductV2: config.constant_product_v2_mcap_threshold,
    flatV1: params.collateral_collected,
  }
  const state: CurveAccount = {
    ...{ total_supply: amount, curve_amount: amount, mint: a.mint.address, decimals, collateral_currency: sol },
    ...{ curve_type: params.curve_type, marketcap_threshold: thresholds[type], marketcap_currency: sol },
    ...{ migration_fee: config.migration_fee, coef_b: config.coef_b, bump: seeds.at(-1)?.[0] ?? 0 },
    ...{ migration_target, price_increase: params.price_increase },
  }
  if (prepareCurve(type, state, 0n) === undefined) refuse('Arithmetics')

  const { system_program: system, token_program: tokens, sender: payer, mint, curve_account: curve } = a
  const script = new Script()
  const open = (account: typeof mint, owner: typeof program, space: number) =>
    createAccount(script, { system, payer, account, owner, space, rent: rentExemption(space) }, [seeds])
  open(curve, program, accountSizes.curve)
  createAccount(
    script,
    { system, payer, account: mint, owner: tokenProgram, space: mintSize, rent: rentExemption(mintSize) },
    [],
  )
  initializeMint(script, tokens, { mint, decimals, authority: curve.address })
  createAssociatedAccount(script, {
    ...{ program: a.associated_token_program, payer, account: curveTokens, owner: curve, mint, system, tokens },
  })
  const minted = { program: tokens, mint, authority: curve }
  mintTo(script, { ...minted, account: curveTokens, amount }, [seeds])
  const metadata = [a.mint_metadata, mint, curve, payer, curve, system]
  script.cpi(
    {
      program: a.mpl_token_metadata.position,
      accounts: metadata.map(({ position }, i) => ({
        position,
        isSigner: i >= 2 && i <= 4,
        isWritable: i === 0 || i === 3,
      })),
      data: encodeCreateMetadata({ name, symbol, uri, isMutable: false }),
    },
    [seeds],
  )
  revokeMintAuthority(script, minted, [seeds])
  return script.write(curve.position, 0, curveLayout.encode(state))
}
