import { TernError } from '@tern/core'
import type {
  CandleRow,
  DevTokensRow,
  HolderRow,
  LiveTradeRow,
  OtherMarketRow,
  PoolPeriodRow,
  PoolRow,
  PoolTokenRow,
  TokenFactsRow,
  TokenRow,
  TradeRow,
  TraderRow,
  TradersRow,
} from '@tern/server/appRouter'

/**
 * For each kind of value: its `typeof`, and the pattern of its text. `amount`: raw units. `seconds`: a valid date in Unix seconds.
 * `factor`: a positive float.
 */
const kinds = {
  text: ['string', /^.{0,4096}$/s],
  amount: ['string', /^-?\d{1,99}$/],
  positive: ['string', /^[1-9]\d{0,98}$/],
  decimal: ['string', /^\d{1,99}(\.\d{1,99})?$/],
  whole: ['number', /^-?\d{1,15}$/],
  decimals: ['number', /^\d\d?$/],
  scaleKind: ['string', /^(scaled|interest)$/],
  factor: ['string', /^(?=[\d.]*[1-9])\d{1,30}(\.\d{1,30})?(e[+-][12]?\d{1,2})?$/],
  seconds: ['number', /^\d{1,11}$/],
  flag: ['boolean', /./],
} as const

type KindOf<T> = {
  [K in keyof typeof kinds]: T extends string
    ? (typeof kinds)[K][0] extends 'string'
      ? K
      : never
    : T extends number
      ? (typeof kinds)[K][0] extends 'number'
        ? K
        : never
      : (typeof kinds)[K][0] extends 'boolean'
        ? K
        : never
}[keyof typeof kinds]

/** The shape that an answer must have, derived from its type. A value with `?`, or in an array, may be null. */
type Shape<T> = T extends string | number | boolean
  ? KindOf<T>
  : {
      readonly [K in keyof T]-?: null extends T[K]
        ? NonNullable<T[K]> extends string | number | boolean
          ? `${KindOf<NonNullable<T[K]>>}?`
          : readonly [Shape<NonNullable<T[K]>>]
        : Shape<T[K]>
    }

/** Lamports for a raw unit. */
const priceShape = { numerator: 'amount', denominator: 'positive' } as const

const tokenShape: Shape<TokenRow> = {
  mint: 'text',
  symbol: 'text',
  name: 'text',
  decimals: 'decimals',
  scale: [{ kind: 'scaleKind', multiplier: 'factor' }],
  program: 'text',
  picture: 'text?',
  description: 'text?',
  protocol: 'text',
  pool: 'text',
  createdAtSeconds: 'seconds?',
  price: [priceShape],
  supply: 'amount?',
  liquidityLamports: 'amount?',
  volume5mLamports: 'amount',
  volume24hLamports: 'amount',
  buys5m: 'whole',
  sells5m: 'whole',
  change5mBps: 'whole?',
  change24hBps: 'whole?',
  mintAuthority: 'text?',
  freezeAuthority: 'text?',
  transferFeeBps: 'whole?',
  opensAtSeconds: 'seconds?',
  curve: [{ stage: 'text', progressPpm: 'whole', creator: 'text' }],
}

const tradeShape: Shape<TradeRow> = {
  signature: 'text',
  slot: 'whole',
  timestampSeconds: 'seconds',
  side: 'text',
  lamports: 'amount',
  tokens: 'amount',
  price: priceShape,
  owner: 'text?',
}
const liveShape: Shape<LiveTradeRow> = { ...tradeShape, mint: 'text' }

const candleShape: Shape<CandleRow> = {
  t: 'seconds',
  open: 'decimal',
  high: 'decimal',
  low: 'decimal',
  close: 'decimal',
  volumeLamports: 'amount',
}

const sourceShape = { account: 'text?', slot: 'whole?' } as const

const factsShape: Shape<Omit<TokenFactsRow, 'liquidity'>> = {
  slot: 'whole',
  mintAuthority: 'text?',
  freezeAuthority: 'text?',
  transferFeeBps: 'whole',
  laterTransferFeeBps: 'whole',
  transferFeeAuthority: 'text?',
  permanentDelegate: 'text?',
  transferHook: 'text?',
  isFrozenAtFirst: 'flag',
  isTransferable: 'flag',
  pausing: 'text',
  unknownExtensions: 'whole',
  scaleAuthority: 'text?',
  laterMultiplier: 'factor?',
  interestBps: 'whole?',
  metadata: [{ isMutable: 'flag' }],
  largestPpm: 'whole?',
  creator: 'text?',
  creatorPpm: 'whole?',
  sources: {
    mint: sourceShape,
    metadata: [sourceShape],
    liquidity: [sourceShape],
    largest: [sourceShape],
    creator: [sourceShape],
  },
}

const holderShape: Shape<HolderRow> = {
  slot: 'whole',
  owner: 'text?',
  account: 'text',
  amount: 'amount',
  sharePpm: 'whole',
  standing: 'text',
}

const otherMarketShape: Shape<OtherMarketRow> = { quoteMint: 'text', protocol: 'text', pool: 'text' }

const periodShape: Shape<PoolPeriodRow> = { volumeLamports: 'amount', feeLamports: 'amount', aprBps: 'whole?' }
const poolShape: Shape<Omit<PoolRow, 'mints'>> & { readonly mints: object } = {
  address: 'text',
  protocol: 'text',
  type: 'text',
  mints: { 0: 'text', 1: 'text' },
  feePpm: 'whole?',
  tvlLamports: 'amount?',
  state: 'text',
  opensAtSeconds: 'seconds?',
  day: [periodShape],
  week: [periodShape],
  month: [periodShape],
}
const poolTokenShape: Shape<PoolTokenRow> = {
  mint: 'text',
  symbol: 'text',
  name: 'text',
  decimals: 'decimals',
  program: 'text',
  picture: 'text?',
  scale: [{ kind: 'scaleKind', multiplier: 'factor' }],
  transferFeeBps: 'whole?',
}

const traderShape: Shape<TraderRow> = {
  owner: 'text',
  buys: 'whole',
  sells: 'whole',
  boughtLamports: 'amount',
  boughtTokens: 'amount',
  soldLamports: 'amount',
  soldTokens: 'amount',
  realisedLamports: 'amount',
  unrealisedLamports: 'amount?',
}
const knownShape: Shape<Omit<TradersRow, 'traders'>> = { trades: 'whole', sinceSeconds: 'seconds?' }
const madeShape: Shape<Omit<DevTokensRow, 'tokens'>> = { creator: 'text?' }

const shapes = {
  token: tokenShape,
  otherMarket: otherMarketShape,
  pool: poolShape,
  poolToken: poolTokenShape,
  trade: tradeShape,
  liveTrade: liveShape,
  candle: candleShape,
  facts: factsShape,
  holder: holderShape,
  trader: traderShape,
  known: knownShape,
  made: madeShape,
}

/** Checks every field of the shape. Further fields of the value do not matter. */
function fits(value: unknown, shape: unknown): boolean {
  if (typeof shape !== 'string') {
    if (Array.isArray(shape)) return value === null || fits(value, shape[0])
    return Object.entries(shape as object).every(([name, of]) => fits((value as Record<string, unknown>)?.[name], of))
  }
  if (value === null) return shape.endsWith('?')
  const [type, pattern] = kinds[shape.replace('?', '') as keyof typeof kinds]
  return typeof value === type && pattern.test(String(value))
}

/**
 * Returns an answer from outside once it has the shape that its type claims.
 *
 * @throws TernError `layout/invalidValue` if it does not.
 */
export function checkAnswer<T>(answer: T, what: keyof typeof shapes): T {
  if (!fits(answer, shapes[what])) throw new TernError('layout/invalidValue', { field: what, value: typeof answer })
  return answer
}
