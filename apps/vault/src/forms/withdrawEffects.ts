import type { Counted } from '@tern/core/internal'
import type { Withdrawal } from '@tern/custody'
import { fractionNeeded, inSol, type TokenUnit, unscaled, wholeText } from '@tern/terminal/text/numberText.ts'
import { hasSentTo } from '../sentTo.ts'
import { amount, coinOf, scaleText } from './amount.ts'
import { fullAddress } from './fullAddress.ts'
import { hint, make } from './make.ts'

const chip = (text: string) =>
  make('span', { class: 'chip passed small' }, make('b', { 'aria-hidden': 'true' }, '✓'), text)

interface Effects {
  /** The withdrawal that the signer read in the bytes. */
  readonly shown: Withdrawal
  /** How wallets show the token's amounts, by the vault's server. `undefined`: not known. */
  readonly unit: Counted | undefined
  /** The wallet's label. */
  readonly label: string
  /** The recipient's label, if it is a wallet of this browser. */
  readonly own: string | undefined
  readonly mark: Node
}

function recipientMark(recipient: string, own: string | undefined): Node | undefined {
  if (own !== undefined) return make('span', { class: 'faint' }, `✓ your wallet ${own}`)
  return hasSentTo(recipient) ? undefined : make('span', { class: 'warn' }, '! never sent here before')
}

/** Returns the unit of the shown amounts: the decimals of the bytes, and the scale that the vault's server reports. */
export const unitIn = ({ decimals }: Withdrawal, unit: Counted | undefined): TokenUnit => ({
  decimals,
  scale: unit?.decimals === decimals ? unit.scale : undefined,
})

/** Shows a withdrawal's recipient and amounts, with all digits and read from the bytes. */
export function withdrawEffects({ shown, unit, label, own, mark }: Effects): readonly Node[] {
  const { mint } = shown
  const lamports = [shown.networkFeeLamports, ...(mint === null ? [shown.amount] : [])]
  const sol = { of: inSol, fraction: fractionNeeded(lamports, inSol, 5), unit: 'SOL' } as const
  const of = unitIn(shown, unit)
  const moving =
    mint === null
      ? sol
      : ({ of, fraction: fractionNeeded([shown.amount, shown.received], of, 0), unit: coinOf(mint) } as const)
  const effect = (what: string, ...value: readonly (Node | string)[]) =>
    make('li', {}, make('span', {}, what), make('b', {}, ...value))
  return [
    make(
      'div',
      { class: 'form-total' },
      make('p', { class: 'total' }, ...amount(shown.amount, moving)),
      make('span', { class: 'spacer' }),
      mark,
    ),
    make(
      'div',
      { class: 'field' },
      make('p', { class: 'field-label' }, 'To', recipientMark(shown.recipient, own)),
      fullAddress(shown.recipient),
    ),
    make(
      'div',
      { class: 'field' },
      make('p', { class: 'field-label' }, 'Effects of this transaction, read from its bytes'),
      make(
        'ul',
        { class: 'effects' },
        effect(`${label} pays`, ...amount(-shown.amount, { ...moving, sign: 'shown' })),
        effect(
          own === undefined ? 'The address above receives' : `${own} receives`,
          ...amount(shown.received, { ...moving, sign: 'shown' }),
        ),
        effect('Network fee', ...amount(-shown.networkFeeLamports, { ...sol, sign: 'shown' })),
        ...(shown.opensAccount ? [effect('Opens their token account', 'rent, usually 0.00204 SOL')] : []),
        ...(of.scale === undefined
          ? []
          : [
              effect(
                'In the transaction',
                wholeText(shown.amount, unscaled(shown.decimals)),
                `, shown ${scaleText(of.scale)}`,
              ),
            ]),
        ...(mint === null ? [] : [effect('Mint of the token', make('span', { class: 'mono' }, mint))]),
      ),
      ...(mint === null || unit !== undefined
        ? []
        : [hint('Other apps may show some tokens at another scale. This is the amount in the transaction.')]),
    ),
    make('div', { class: 'withdraw-checks' }, chip('1 transfer, nothing else'), chip('no new permissions')),
  ]
}
