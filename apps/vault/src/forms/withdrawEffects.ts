import type { Withdrawal, WithdrawalWords } from '@tern/custody'
import { fractionNeeded, inSol, unscaled, wholeText } from '@tern/terminal/text/numberText.ts'
import { amount, scaleText, tokenUnit } from './amount.ts'
import { fullAddress } from './fullAddress.ts'
import { make } from './make.ts'

const chip = (kind: 'passed' | 'danger', text: string) =>
  make(
    'span',
    { class: `chip ${kind} small` },
    make('b', { 'aria-hidden': 'true' }, kind === 'passed' ? '✓' : '✕'),
    text,
  )

interface Effects {
  /** As the signer reads it. */
  readonly shown: Withdrawal
  readonly words: WithdrawalWords
  /** The wallet's name. */
  readonly label: string
  /** The recipient's, where that is one of the wallets here. */
  readonly own: string | undefined
  readonly mark: Node
}

function recipientMark(own: string | undefined, { hasSentThere }: WithdrawalWords): Node | undefined {
  if (own !== undefined) return make('span', { class: 'faint' }, `✓ your wallet ${own}`)
  return hasSentThere ? undefined : make('span', { class: 'warn' }, '! never sent here before')
}

/** What a withdrawal does: to whom, what leaves, what arrives, every digit of it. */
export function withdrawEffects({ shown, words, label, own, mark }: Effects): readonly Node[] {
  const isSol = shown.mint === null
  const unit = shown.mint === null ? 'SOL' : tokenUnit(words.symbol, shown.mint)
  const rent = shown.opensAccount ? words.rentLamports : 0n
  const lamports = [shown.networkFeeLamports, rent, words.leftLamports, ...(isSol ? [shown.amount] : [])]
  const sol = { of: inSol, fraction: fractionNeeded(lamports, inSol, 5), unit: 'SOL' } as const
  const scale = isSol ? undefined : words.scale
  const of = { decimals: shown.decimals, scale }
  const fraction = fractionNeeded([shown.amount, shown.received], of, isSol ? 5 : 0)
  const whole = { of, fraction, unit } as const
  const moved = (raw: bigint) => amount(raw, { ...(isSol ? sol : whole), sign: 'shown' })
  const effect = (what: string, ...value: readonly (Node | string)[]) =>
    make('li', {}, make('span', {}, what), make('b', {}, ...value))
  const leftFraction = fractionNeeded([words.left], of, 0)
  const left = isSol ? [] : [...amount(words.left, { ...whole, fraction: leftFraction }), ', ']
  const isAsTyped = shown.recipient === words.typedRecipient
  return [
    make(
      'div',
      { class: 'form-total' },
      make('p', { class: 'total' }, ...amount(shown.amount, whole)),
      make('span', { class: 'spacer' }),
      mark,
    ),
    make(
      'div',
      { class: 'field' },
      make('p', { class: 'field-label' }, 'To', recipientMark(own, words)),
      fullAddress(shown.recipient),
    ),
    make(
      'div',
      { class: 'field' },
      make('p', { class: 'field-label' }, 'What this transaction does, read from its bytes'),
      make(
        'ul',
        { class: 'effects' },
        effect(`${label} pays`, ...moved(-shown.amount)),
        ...(scale === undefined
          ? []
          : [
              effect(
                `Read from the bytes, not ${scaleText(scale)}`,
                `${wholeText(shown.amount, unscaled(shown.decimals))} ${unit}`,
              ),
            ]),
        effect(own === undefined ? 'The address above receives' : `${own} receives`, ...moved(shown.received)),
        ...(rent === 0n
          ? []
          : [effect('Rent of the account that is opened for it', ...amount(-rent, { ...sol, sign: 'shown' }))]),
        effect('Network fee', ...amount(-shown.networkFeeLamports, { ...sol, sign: 'shown' })),
        effect(`Left in ${label}`, ...left, ...amount(words.leftLamports, sol)),
        ...(shown.mint === null ? [] : [effect('Mint of the token', make('span', { class: 'mono' }, shown.mint))]),
      ),
    ),
    make(
      'div',
      { class: 'withdraw-checks' },
      chip('passed', '1 transfer, nothing else'),
      chip('passed', 'no new permissions'),
      isAsTyped ? chip('passed', 'address matches what you typed') : chip('danger', 'not the address that you typed'),
    ),
  ]
}
