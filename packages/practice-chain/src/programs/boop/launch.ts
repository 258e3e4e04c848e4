import { associatedTokenProgram, metadataProgram, rentExemption, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { program } from '@tern/venues/boop'
import {
  bondingCurveDeployedEventLayout,
  bondingCurveDeployedFallbackEventLayout,
  bondingCurveLayout,
  createTokenFallbackLayout,
  createTokenLayout,
  deployBondingCurveFallbackLayout,
  deployBondingCurveLayout,
  initialSupply,
  vaultAuthority,
} from '@tern/venues/boop/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodeArguments,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
} from '../anchor.ts'
import {
  createAccount,
  initializeMint,
  initializeTokenAccount,
  mintTo,
  revokeMintAuthority,
  transferLamports,
} from '../tokenCalls.ts'
import { encodeCreateMetadata, longestTexts } from '../tokenMetadata/layout.ts'
import { readConfig } from './accounts.ts'
import { refuse } from './errors.ts'

const createNames = [
  'config',
  'metadata',
  'mint',
  'payer',
  'rent',
  'system_program',
  'token_program',
  'token_metadata_program',
] as const
const deployNames = [
  'mint',
  'vault_authority',
  'bonding_curve',
  'bonding_curve_sol_vault',
  'bonding_curve_vault',
  'config',
  'payer',
  'system_program',
  'token_program',
  'associated_token_program',
] as const

const decimals = 9
const [mintSize, tokenAccountSize] = [82, 165] as const

/** `payerAndSalt`: the usual instructions. `salt`: their fallbacks, whose mint does not depend on the payer. */
type MintSeeds = 'payerAndSalt' | 'salt'

function mintSeeds(mint: NamedAccount, payer: NamedAccount, salt: bigint, kind: MintSeeds): readonly Uint8Array[] {
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, salt, true)
  const payers = kind === 'salt' ? [] : [addressBytes(payer.address)]
  return checkSeeds(mint, program, 'mint', ...payers, number)
}

/**
 * `create_token` and `create_token_fallback`.
 *
 * *Modelled*: until the curve is deployed, the mint is its own authority. The events of both are left out.
 */
export const executeCreateToken =
  (kind: MintSeeds) =>
  (invocation: Invocation): Script => {
    const layout = kind === 'salt' ? createTokenFallbackLayout : createTokenLayout
    const { salt, name, symbol, uri } = decodeArguments(() => layout.decode(invocation.data))
    const a = nameAccounts(invocation, createNames)
    checkSigner(a.payer)
    checkWritable(a.metadata, a.mint, a.payer)
    checkSeeds(a.config, program, 'config')
    const seeds = mintSeeds(a.mint, a.payer, salt, kind)
    checkAddress(a.rent, rentSysvar)
    checkProgram(a.system_program, systemProgram)
    checkProgram(a.token_program, tokenProgram)
    checkProgram(a.token_metadata_program, metadataProgram)
    if (readConfig(a.config).is_paused) refuse('Paused')
    if (name === '') refuse('TokenNameTooShort')
    if (symbol === '') refuse('TokenSymbolTooShort')
    if (Buffer.byteLength(name) > longestTexts.name) refuse('TokenNameTooLong')
    if (Buffer.byteLength(symbol) > longestTexts.symbol) refuse('TokenSymbolTooLong')
    const { system_program: system, payer, mint } = a
    const script = new Script()
    const created = {
      system,
      payer,
      account: mint,
      owner: tokenProgram,
      space: mintSize,
      rent: rentExemption(mintSize),
    }
    createAccount(script, created, [seeds])
    initializeMint(script, a.token_program, { mint, decimals, authority: mint.address })
    const accounts = [a.metadata, mint, mint, payer, mint, system]
    script.cpi(
      {
        program: a.token_metadata_program.position,
        accounts: accounts.map(({ position }, i) => ({
          position,
          isSigner: i >= 2 && i <= 4,
          isWritable: i === 0 || i === 3,
        })),
        data: encodeCreateMetadata({ name, symbol, uri, isMutable: false }),
      },
      [seeds],
    )
    return script
  }

/** `deploy_bonding_curve` and `deploy_bonding_curve_fallback`: mints the supply into a curve with the current settings. */
export const executeDeployBondingCurve =
  (kind: MintSeeds) =>
  (invocation: Invocation): Script => {
    const layout = kind === 'salt' ? deployBondingCurveFallbackLayout : deployBondingCurveLayout
    const { creator, salt } = readArguments(layout, invocation.data)
    const a = nameAccounts(invocation, deployNames)
    checkSigner(a.payer)
    checkWritable(a.mint, a.bonding_curve, a.bonding_curve_sol_vault, a.bonding_curve_vault, a.payer)
    const mint = readMint(a.mint)
    const authoritySeeds = mintSeeds(a.mint, a.payer, salt, kind)
    checkAddress(a.vault_authority, vaultAuthority, 'ConstraintSeeds')
    const seedsOf = (account: NamedAccount) => checkSeeds(account, program, account.name, addressBytes(mint.address))
    const [curveSeeds, vaultSeeds] = [seedsOf(a.bonding_curve), seedsOf(a.bonding_curve_vault)]
    seedsOf(a.bonding_curve_sol_vault)
    checkSeeds(a.config, program, 'config')
    checkProgram(a.system_program, systemProgram)
    checkProgram(a.token_program, tokenProgram)
    checkProgram(a.associated_token_program, associatedTokenProgram)
    const config = readConfig(a.config)
    if (config.is_paused) refuse('Paused')
    const { system_program: system, token_program: tokens, payer } = a
    const script = new Script()
    const open = (account: NamedAccount, owner: typeof program, space: number, seeds: readonly Uint8Array[]) =>
      createAccount(script, { system, payer, account, owner, space, rent: rentExemption(space) }, [seeds])
    open(a.bonding_curve, program, bondingCurveLayout.size, curveSeeds)
    transferLamports(script, system, { from: payer, to: a.bonding_curve_sol_vault, lamports: rentExemption(0) })
    open(a.bonding_curve_vault, tokenProgram, tokenAccountSize, vaultSeeds)
    initializeTokenAccount(script, tokens, { account: a.bonding_curve_vault, mint: a.mint, owner: vaultAuthority })
    const minted = { program: tokens, mint: a.mint, authority: a.mint }
    mintTo(script, { ...minted, account: a.bonding_curve_vault, amount: initialSupply }, [authoritySeeds])
    revokeMintAuthority(script, minted, [authoritySeeds])
    const state = bondingCurveLayout.encode({
      ...{ creator, mint: mint.address, virtual_sol_reserves: config.virtual_sol_reserves },
      ...{ virtual_token_reserves: config.virtual_token_reserves, graduation_target: config.graduation_target },
      ...{ graduation_fee: config.graduation_fee, sol_reserves: 0n, token_reserves: initialSupply },
      ...{ damping_term: config.damping_term, swap_fee_basis_points: config.swap_fee_basis_points },
      ...{ token_for_stakers_basis_points: config.token_for_stakers_basis_points, status: 0 },
    })
    script.write(a.bonding_curve.position, 0, state)
    const event = kind === 'salt' ? bondingCurveDeployedFallbackEventLayout : bondingCurveDeployedEventLayout
    return script.logData(event.encode({ mint: mint.address, creator }))
  }
