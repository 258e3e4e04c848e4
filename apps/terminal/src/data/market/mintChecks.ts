import { token2022Program } from '@tern/core'
import type { TokenFactsRow } from '@tern/server/appRouter'
import type { Listing } from './listing.ts'

/** The result of a check. The strip shows the worst first. */
export interface Check {
  readonly state: 'danger' | 'caution' | 'unchecked' | 'passed' | 'fact'
  readonly text: string
  /** Why it matters, in one sentence. */
  readonly why: string
  /** The source of the check. Unset: the mint. */
  readonly source?: keyof TokenFactsRow['sources']
  /** Set if a power over the mint could not be read. A buyer must accept that first, like a danger. */
  readonly isMintUnknown?: true
}

type Checked = Pick<
  Listing,
  'posesAs' | 'program' | 'mintAuthority' | 'freezeAuthority' | 'transferFeeBps' | 'scale' | 'curve'
>

const order = ['danger', 'caution', 'unchecked', 'passed', 'fact']

/**
 * From these shares of the supply (parts per million), a holding gets a caution: the ten largest accounts, and the creator.
 */
const [manyOfTen, manyOfOne] = [300_000, 50_000]
/**
 * Parts per million of a pool's liquidity. From the first, it counts as kept for good. Below the second, as not kept at all.
 */
const [keptFromPpm, takenBelowPpm] = [990_000, 10_000]

/** Formats parts per million as a percentage: no decimals from 10%, a single decimal from 0.1%, otherwise two. */
const share = (ppm: number) => `${Number((ppm / 10_000).toFixed(ppm >= 100_000 ? 0 : ppm >= 1_000 ? 1 : 2))}%`

const token2022: Check = {
  state: 'fact',
  text: 'Token-2022',
  why: 'It uses the newer token program. Tern reads its extensions.',
}

/**
 * Returns every check of a token, worst first: the powers over its mint, its holders and its liquidity.
 * An item that could not be read is shown as not checked.
 *
 * @param facts the chain's facts. Without them, only the listing is judged.
 */
export function checksOf(token: Checked, facts?: TokenFactsRow | null): readonly Check[] {
  const known = facts ?? token
  const checks = [
    ...nameChecks(token),
    freezeCheck(known.freezeAuthority),
    feeCheck(token, facts),
    mintCheck(known.mintAuthority),
    ...(facts == null ? uncheckedMint(token) : extensionChecks(facts)),
    ...scaleChecks(token, facts),
    liquidityCheck(token, facts),
    largestCheck(facts?.largestPpm ?? null),
    ...creatorChecks(facts),
    ...metadataChecks(facts),
    {
      state: 'unchecked',
      text: 'Snipers and bundlers not checked',
      why: 'The chain does not mark snipers or bundlers.',
    } as const,
    ...(token.program === token2022Program ? [token2022] : []),
  ]
  return [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** Warns of a token that has a coin's name. A buyer must accept that first. */
function nameChecks({ posesAs }: Checked): readonly Check[] {
  if (posesAs === undefined) return []
  const { symbol, mint } = posesAs.coin
  const why = `This token is not ${symbol}. The real mint is ${mint}.`
  return [{ state: 'danger', text: `Same name as ${symbol}`, why }]
}

function freezeCheck(authority: string | null): Check {
  return authority === null
    ? { state: 'passed', text: 'Freeze revoked', why: 'Your tokens cannot be frozen.' }
    : { state: 'danger', text: 'Freeze on', why: `${authority} can freeze your tokens so that they cannot be sold.` }
}

function mintCheck(authority: string | null): Check {
  return authority === null
    ? { state: 'passed', text: 'Mint revoked', why: 'No more tokens can be minted.' }
    : { state: 'caution', text: 'Mint on', why: `${authority} can mint more at any time.` }
}

function feeCheck(token: Checked, facts: TokenFactsRow | null | undefined): Check {
  const now = facts?.transferFeeBps ?? token.transferFeeBps ?? 0
  const later = facts?.laterTransferFeeBps ?? now
  const highest = Math.max(now, later)
  const change = later === now ? '' : ` It becomes ${later / 100}% soon.`
  if (highest > 0)
    return {
      state: highest >= 300 ? 'danger' : 'caution',
      text: `Transfer fee ${now / 100}%`,
      why: `The token keeps this share of every transfer, on buys and on sells.${change}`,
    }
  if (facts?.transferFeeAuthority != null)
    return {
      state: 'caution',
      text: 'Transfer fee can change',
      why: `It is 0 now; ${facts.transferFeeAuthority} can raise it.`,
    }
  return { state: 'passed', text: 'No transfer fee', why: 'The token charges nothing for transfers.' }
}

const unknown = (text: string, why: string): Check => ({ state: 'unchecked', text, why, isMintUnknown: true })

/** The powers that a mint's extensions could give. A mint of the first token program has no extensions. */
const extensionsNotChecked = [
  unknown('Permanent delegate not checked', 'Could not read if an authority can take or burn tokens.'),
  unknown('Transfers not checked', 'Could not read if the token can be transferred, and so sold.'),
  unknown('Default freeze not checked', 'Could not read if new token accounts start frozen.'),
  unknown('Pausing not checked', 'Could not read if its issuer can stop all transfers.'),
  unknown('Transfer hook not checked', 'Could not read if a program can refuse each transfer.'),
]

const mintNotChecked = unknown('Mint not checked', 'Not read from the chain since the token was listed.')

function uncheckedMint({ program }: Checked): readonly Check[] {
  return program === token2022Program ? extensionsNotChecked : [mintNotChecked]
}

/** Names the extension that changes how the token's amounts are shown. It moves no tokens and no money. */
function scaleChecks({ scale }: Checked, facts: TokenFactsRow | null | undefined): readonly Check[] {
  if (scale === undefined) return []
  const authority = facts?.scaleAuthority
  const change = authority == null ? '' : ` ${authority} can change that.`
  if (scale.kind === 'interest') {
    const rate = facts?.interestBps == null ? '' : ` of ${facts.interestBps / 100}% a year`
    const why = `Shown amounts include interest${rate} that is not paid out. Type amounts without interest.${change}`
    return [{ state: 'fact', text: 'Interest-bearing', why }]
  }
  const later = facts?.laterMultiplier == null ? '' : ` Later it will be ${facts.laterMultiplier}.`
  const why = `Wallets show each token as ${scale.multiplier}. No money moves.${later}${change}`
  return [{ state: 'fact', text: `Scaled amounts ×${scale.multiplier}`, why }]
}

/** Checks the powers that the mint's extensions give over a holder's tokens. */
function extensionChecks(facts: TokenFactsRow): readonly Check[] {
  const { permanentDelegate, transferHook, isFrozenAtFirst, isTransferable, pausing, unknownExtensions } = facts
  const found: (Check | false)[] = [
    permanentDelegate !== null && {
      state: 'danger',
      text: 'Permanent delegate',
      why: `${permanentDelegate} can take or burn all tokens, yours too.`,
    },
    !isTransferable && { state: 'danger', text: 'Not transferable', why: 'It cannot be sold once you have it.' },
    isFrozenAtFirst && {
      state: 'danger',
      text: 'Accounts start frozen',
      why: 'You cannot sell until its issuer unfreezes your account.',
    },
    pausing === 'paused' && { state: 'danger', text: 'Paused', why: 'Its transfers are paused.' },
    pausing === 'possible' && {
      state: 'caution',
      text: 'Can be paused',
      why: 'Its issuer can stop all transfers at any time.',
    },
    transferHook !== null && {
      state: 'caution',
      text: 'Transfer hook',
      why: `Every transfer calls the program ${transferHook}, which can refuse it.`,
    },
    unknownExtensions > 0 &&
      unknown('Unknown extension', 'The mint has an extension that this version of Tern cannot read.'),
  ]
  return found.filter(check => check !== false)
}

/**
 * Returns `true` if nearly all of the pool's liquidity is burned or locked for good.
 * It is `false` on a bonding curve, and if the liquidity could not be read.
 */
export const isLiquidityKept = (facts: Pick<TokenFactsRow, 'liquidity'> | null | undefined): boolean =>
  keptPpm(facts?.liquidity ?? null) >= keptFromPpm

function keptPpm(liquidity: TokenFactsRow['liquidity']): number {
  if (liquidity === null || liquidity.kind === 'curve') return 0
  return liquidity.kind === 'pool' ? liquidity.burnedPpm + liquidity.lockedPpm : liquidity.lockedPpm
}

function liquidityCheck({ curve }: Checked, facts: TokenFactsRow | null | undefined): Check {
  const isOnCurve = curve !== null && curve.stage !== 'migrated'
  const read = facts?.liquidity ?? (isOnCurve ? { kind: 'curve' as const } : null)
  // Facts from before the token moved to its pool say nothing about the pool.
  const liquidity = read?.kind === 'curve' && !isOnCurve ? null : read
  if (liquidity === null)
    return {
      state: 'unchecked',
      text: 'LP lock not checked',
      why: 'Could not read who owns the pool’s liquidity.',
    }
  if (liquidity.kind === 'curve')
    return {
      state: 'fact',
      text: 'LP on curve',
      why: 'The bonding curve itself holds the SOL: there are no liquidity tokens.',
      source: 'liquidity',
    }
  const isBurned = liquidity.kind === 'pool' && liquidity.burnedPpm >= liquidity.lockedPpm
  const [kept, word] = [keptPpm(liquidity), isBurned ? 'burned' : 'locked']
  if (isLiquidityKept(facts))
    return {
      state: 'passed',
      text: `LP ${word}`,
      why: `${share(kept)} of the pool’s liquidity can never be withdrawn.`,
      source: 'liquidity',
    }
  return {
    state: 'caution',
    text: kept < takenBelowPpm ? `LP not ${word}` : `LP ${word} ${share(kept)}`,
    why:
      liquidity.kind === 'pool'
        ? 'Holders of the other LP tokens can withdraw the rest, unless their tokens are locked.'
        : 'Owners of the other positions can withdraw the rest, unless it is locked for a time.',
    source: 'liquidity',
  }
}

function largestCheck(ppm: number | null): Check {
  if (ppm === null)
    return { state: 'unchecked', text: 'Holders not checked', why: 'Could not read how the supply is spread.' }
  return {
    state: ppm >= manyOfTen ? 'caution' : 'fact',
    text: `Top 10 hold ${share(ppm)}`,
    why: 'Share of the supply in the ten largest accounts, not counting the pool’s.',
    source: 'largest',
  }
}

function creatorChecks(facts: TokenFactsRow | null | undefined): readonly Check[] {
  const { creator, creatorPpm } = facts ?? { creator: null, creatorPpm: null }
  if (creator === null || creatorPpm === null)
    return [{ state: 'unchecked', text: 'Dev not checked', why: 'The creator or their holding is unknown.' }]
  return [
    {
      state: creatorPpm >= manyOfOne ? 'caution' : 'fact',
      text: `Dev ${share(creatorPpm)}`,
      why: `The creator, ${creator}, holds this share of the supply in their own account.`,
      source: 'creator',
    },
  ]
}

function metadataChecks(facts: TokenFactsRow | null | undefined): readonly Check[] {
  if (facts?.metadata == null) return []
  return facts.metadata.isMutable
    ? [
        {
          state: 'fact',
          text: 'Name can change',
          why: 'Its issuer can change the name and picture.',
          source: 'metadata',
        },
      ]
    : [
        {
          state: 'passed',
          text: 'Name fixed',
          why: 'Its name and picture cannot change.',
          source: 'metadata',
        },
      ]
}

/** Takes the place of the first good news on a card, because a listing alone proves too little to look safe. */
const notChecked: Check = {
  state: 'unchecked',
  text: 'Not checked',
  why: 'Not read from the chain yet.',
}

/**
 * Returns the checks that fit on a card: dangers and cautions first.
 * Then whether mint and freeze are revoked, in one label, and the shares of the largest holders and the creator.
 */
export function briefChecks(token: Checked, facts?: TokenFactsRow | null): readonly Check[] {
  const checks = checksOf(token, facts)
  const wrong = checks.filter(({ state }) => state === 'danger' || state === 'caution')
  const { mintAuthority, freezeAuthority } = facts ?? token
  const isRevoked = mintAuthority === null && freezeAuthority === null
  const revoked: Check = {
    state: 'passed',
    text: 'Mint, freeze',
    why: 'No more can be minted, and your tokens cannot be frozen.',
  }
  const held = facts == null ? [] : checks.filter(({ state, text }) => state === 'fact' && /^(Top 10|Dev) /.test(text))
  const good = facts == null ? [notChecked] : isRevoked ? [revoked] : []
  const shown = [...wrong, ...good, ...held, ...checks.filter(check => check === token2022)]
  return shown.map(check => ({ ...check, text: check.text.replace('Top 10 hold', 'Top 10') }))
}

/** Returns the checks that a buyer must accept first: dangers, and unknown powers over the mint. */
export const risksOf = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ state, isMintUnknown }) => state === 'danger' || isMintUnknown)

/** Returns the button's label until the risks are accepted; `undefined` without risks. */
export const reviewOf = (risks: readonly Check[]): string | undefined =>
  risks.some(({ state }) => state === 'danger') ? 'Review risks' : risks.length > 0 ? 'Mint not checked yet' : undefined
