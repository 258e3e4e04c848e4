import { type Address, wrappedNativeMint } from '@tern/core'
import type { CountedEffects, TokenWords, VaultForm } from '@tern/custody'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { fractionNeeded, inSol, wholeText } from '@tern/terminal/text/numberText.ts'
import { askPasskey } from '../passkey.ts'
import { amount, scaleText, solWords, tokenUnit } from './amount.ts'
import { moneyMark, openDialog } from './dialog.ts'
import { passphraseField } from './field.ts'
import { fullAddress } from './fullAddress.ts'
import { hint, icon, make } from './make.ts'
import { passkeyButton } from './passkeyButton.ts'
import type { Scene, Stage } from './stage.ts'
import { setsOf, type TradeSet } from './tradeSets.ts'

/** After this time the price is stale, and a blockhash of that age may soon expire. */
const patienceMs = 45_000

/**
 * Shows trades beyond the signer's limits, as the signer reads them. The signer signs them with the passphrase or a passkey.
 */
export function confirmTrade(
  { address, messages, words = [] }: Extract<VaultForm, { form: 'confirmTrade' }>,
  { wallets, money }: Scene,
): Stage {
  const dialog = openDialog(money, () => clearTimeout(timer))
  const label = wallets.labelOf(address) ?? ''
  const passphrase = passphraseField()
  const marker = make('span', { class: 'chip fact small' }, icon('lock', 'icon small'), 'read by the signer')
  let read: readonly CountedEffects[] | undefined
  let failure: string | undefined
  let isSigning = false
  const timer = setTimeout(() => {
    if (!isSigning) dialog.end({ outcome: 'closed' })
  }, patienceMs)

  async function sign(secret: string | Uint8Array): Promise<void> {
    isSigning = true
    try {
      const signatures = await (await wallets.signer()).sign(address, messages, secret)
      dialog.end({ outcome: 'done', signatures })
    } finally {
      isSigning = false
    }
  }

  const byPasskey = passkeyButton(wallets, 'Confirm with a passkey', async () =>
    sign(await askPasskey(wallets.current())),
  )

  function fault(): string | undefined {
    if (failure !== undefined) return 'Cannot be signed'
    if (read === undefined) return 'Reading the trade…'
    return passphrase.value === '' && !wallets.isPractice() ? 'Type your passphrase' : undefined
  }

  function body(): readonly Node[] {
    if (failure !== undefined) return [make('p', { class: 'note danger', role: 'alert' }, `✕ ${failure}`)]
    if (read === undefined) return [make('span', { class: 'skeleton wide', 'aria-hidden': 'true' })]
    const sets = setsOf(read)
    return [
      ...(sets.length === 1 && sets[0]?.lamports === sets[0]?.dearest.lamports ? [] : [allTogether(sets)]),
      ...sets.flatMap(({ dearest, count, isExclusive }) => [
        ...tradeEffects(dearest, label, words, moneyMark(money)),
        ...(count === 1 ? [] : [manyNote(count, isExclusive)]),
      ]),
      ...byPasskey,
      ...(wallets.isPractice() ? [] : [passphrase.element]),
      hint(`${whyAsked(read)} This form closes after 45 s, because prices move.`),
    ]
  }

  const fill = () =>
    dialog.fill({
      title: 'Check this trade',
      marker,
      body: body(),
      ...(read && !wallets.isPractice() && { focus: passphrase.input }),
      action: () => 'Sign',
      underway: 'Signing…',
      fault,
      submit: () => sign(passphrase.value),
    })

  fill()
  wallets
    .signer()
    .then(keys => keys.readTrades(address, messages))
    .then(
      effects => {
        read = effects
      },
      error => {
        failure = errorText(error)
      },
    )
    .then(fill)
  return dialog
}

function whyAsked(read: readonly CountedEffects[]): string {
  if (read.some(({ asks }) => asks === 'fee')) return 'The fee is more than 2% of the minimum that this sale returns.'
  return read.some(({ unpriced }) => unpriced > 0)
    ? 'This trade is above your signer limits, or it sells a token without a known price.'
    : 'This trade may lose more than your signer limits allow.'
}

const manyNote = (count: number, isExclusive: boolean) =>
  make(
    'p',
    { class: 'note' },
    isExclusive
      ? `One trade in ${count} variants, of which only one can land. The most expensive is shown.`
      : `${count} similar transactions are signed, and all of them may land. The most expensive is shown.`,
  )

/** Shows the total of all sets. */
const allTogether = (sets: readonly TradeSet[]) =>
  make(
    'p',
    { class: 'note' },
    'Everything together takes at most ',
    solWords(sets.reduce((all, { lamports }) => all + lamports, 0n)),
    '.',
  )

/**
 * Formats the signed raw units. The page's own amount and symbol follow, so that the user can compare them with its receipt.
 */
function unitsText(raw: bigint, words: TokenWords | undefined): string {
  const units = `${raw.toLocaleString('en')} of its smallest units`
  if (words === undefined) return units
  const { symbol, mint, decimals, scale } = words
  const scaled = scale === undefined ? '' : `, ${scaleText(scale)}`
  return `${units}, which are ${wholeText(raw, { decimals, scale })} ${tokenUnit(symbol, mint)} in the page’s words${scaled}`
}

/** Shows the max that a trade takes, by purpose, and the min that it brings. */
function tradeEffects(
  effects: CountedEffects,
  label: string,
  words: readonly TokenWords[],
  mark: Node,
): readonly Node[] {
  const { trades, referralCode, feeLamports, tipLamports, networkFeeLamports, rentLamports, lamports } = effects
  const { closes = [] } = effects
  const forTrades = lamports - feeLamports - tipLamports - networkFeeLamports - rentLamports
  const fraction = fractionNeeded([forTrades, feeLamports, tipLamports, networkFeeLamports, rentLamports], inSol, 5)
  const effect = (what: string, ...value: readonly (Node | string)[]) =>
    make('li', {}, make('span', {}, what), make('b', {}, ...value))
  const paid = (what: string, raw: bigint) =>
    raw === 0n ? [] : [effect(what, ...amount(-raw, { of: inSol, fraction, unit: 'SOL', sign: 'shown' }))]
  const named = (mint: Address) => words.find(one => one.mint === mint)
  const inUnits = (mint: Address, raw: bigint) =>
    mint === wrappedNativeMint ? solWords(raw) : unitsText(raw, named(mint))
  const tokens = trades.flatMap(({ mintIn, mintOut }) => [
    ...(mintIn === wrappedNativeMint ? [] : [{ title: 'Sells the token', mint: mintIn }]),
    ...(mintOut === wrappedNativeMint ? [] : [{ title: 'Buys the token', mint: mintOut }]),
  ])
  return [
    make(
      'div',
      { class: 'form-total' },
      make('p', { class: 'total' }, ...amount(lamports, { of: inSol, fraction, unit: 'SOL' })),
      make('span', { class: 'spacer' }),
      mark,
    ),
    ...tokens.map(({ title, mint }) =>
      make('div', { class: 'field' }, make('p', { class: 'field-label' }, title), fullAddress(mint)),
    ),
    make(
      'div',
      { class: 'field' },
      make('p', { class: 'field-label' }, `What ${label} pays at most, read from its bytes`),
      make(
        'ul',
        { class: 'effects' },
        ...paid('For the trade', forTrades),
        ...trades.flatMap(({ mintIn, mostIn }) =>
          mintIn === wrappedNativeMint ? [] : [effect('Sells at most', inUnits(mintIn, mostIn))],
        ),
        ...paid('Tern’s fee', feeLamports),
        ...paid('Tip', tipLamports),
        ...paid('Network and priority fee', networkFeeLamports),
        ...paid('Account rent, at most', rentLamports),
        ...trades.map(({ mintOut, leastOut }) => effect('Receives at least', inUnits(mintOut, leastOut))),
        ...(referralCode === undefined ? [] : [effect('Referral code', referralCode)]),
        ...(closes.length === 0 ? [] : [effect('Closes empty token accounts', closes.length.toLocaleString('en'))]),
      ),
    ),
  ]
}
