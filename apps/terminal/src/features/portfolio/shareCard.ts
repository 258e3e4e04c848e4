import { inSol, wholeText } from '../../text/numberText.ts'

/** The figures of a wallet to share, in lamports. */
export interface ShareFigures {
  /** The kind of money: `Practice money`, `Mainnet`. */
  readonly money: string
  /** The window of time, as the page names it: `Nov`. */
  readonly window: string
  readonly realised: bigint
  readonly unrealised: bigint
  readonly fees: bigint
  /** The total profit of all trades. */
  readonly made: bigint
  /** The net worth, and the number of tokens without a price, left out of it; `undefined` to keep it private. */
  readonly worth: { readonly lamports: bigint; readonly unpriced: number } | undefined
  /** `true` if the wallet has older transactions that are not known. */
  readonly isCut: boolean
  /** The time of the figures. */
  readonly atSeconds: number
}

export interface ShareLine {
  readonly label: string
  /** Every digit, and the unit. */
  readonly text: string
  readonly look: 'up' | 'down' | 'plain'
}

/** The lines of the picture and the text. The first line is the largest. */
export interface ShareCard {
  readonly lines: readonly [ShareLine, ...ShareLine[]]
  readonly foot: string
}

const sol = (lamports: bigint) => `${wholeText(lamports, inSol)} SOL`

const change = (label: string, lamports: bigint): ShareLine => ({
  label,
  text: `${lamports > 0n ? '+' : ''}${sol(lamports)}`,
  look: lamports === 0n ? 'plain' : lamports > 0n ? 'up' : 'down',
})

const plain = (label: string, lamports: bigint): ShareLine => ({ label, text: sol(lamports), look: 'plain' })

const worthLabel = (unpriced: number) =>
  unpriced === 0
    ? 'Net worth'
    : `Net worth, without ${unpriced === 1 ? '1 unpriced token' : `${unpriced} unpriced tokens`}`

/** Formats a time: `1795666851` → `2026-11-26 04:20 UTC`. */
const momentText = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Makes the card. It names no wallet; the owner may do that. */
export function shareCard(figures: ShareFigures): ShareCard {
  const { money, window, realised, unrealised, fees, made, worth, isCut, atSeconds } = figures
  return {
    lines: [
      change(`Realised, ${window}`, realised),
      change('Unrealised', unrealised),
      change('Total from trading', made),
      plain(`Fees paid, ${window}`, fees),
      ...(worth === undefined ? [] : [plain(worthLabel(worth.unpriced), worth.lamports)]),
    ],
    foot: `${money}, ${momentText(atSeconds)}${isCut ? ', incomplete history' : ''}`,
  }
}

export const shareText = ({ lines, foot }: ShareCard): string =>
  [...lines.map(({ label, text }) => `${label}: ${text}`), `Tern, ${foot}`].join('\n')
