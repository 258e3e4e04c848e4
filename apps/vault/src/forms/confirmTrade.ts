import { type Address, wrappedNativeMint } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import type { VaultForm } from '@tern/custody'
import type { CountedEffects } from '@tern/custody/internal'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { fractionNeeded, inSol } from '@tern/terminal/text/numberText.ts'
import { askPasskey } from '../passkey.ts'
import { amount, solWords, tokenText } from './amount.ts'
import { moneyMark, openDialog } from './dialog.ts'
import { passphraseFault, passphraseField } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { fullAddress } from './fullAddress.ts'
import { hint, icon, make } from './make.ts'
import { passkeyButton } from './passkeyButton.ts'
import { placementParts, whyAsked } from './placementParts.ts'
import { setsOf, type TradeSet, togetherOf } from './tradeSets.ts'

/** After this time the price is stale, and a blockhash of that age may soon expire. */
const patienceMs = 45_000

/**
 * Shows trades that need the owner's confirmation, by the effects that the signer reads in their bytes. The owner confirms with the
 * passphrase or a passkey.
 */
export function confirmTrade(
  { address, messages, words = [] }: Extract<VaultForm, { form: 'confirmTrade' }>,
  { wallets, money }: FormContext,
): OpenForm {
  const dialog = openDialog(money, () => clearTimeout(timer))
  const label = wallets.labelOf(address) ?? ''
  const passphrase = passphraseField()
  const marker = make('span', { class: 'chip fact small' }, icon('lock', 'icon small'), 'read by the signer')
  let read: readonly CountedEffects[] | undefined
  let units: ReadonlyMap<Address, Counted> = new Map()
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
    return wallets.isPractice() ? undefined : passphraseFault(passphrase)
  }

  const tokenWords: TokenAmount = (mint, raw) =>
    tokenText(raw, mint, { words: words.find(one => one.mint === mint), unit: units.get(mint) })

  function body(): readonly Node[] {
    if (failure !== undefined) return [make('p', { class: 'note danger', role: 'alert' }, `✕ ${failure}`)]
    if (read === undefined) return [make('span', { class: 'skeleton wide', 'aria-hidden': 'true' })]
    const sets = setsOf(read)
    return [
      ...(sets.length === 1 && sets[0]?.lamports === sets[0]?.dearest.lamports ? [] : [allTogether(sets, tokenWords)]),
      ...sets.flatMap(({ dearest, count, isExclusive }) => [
        ...tradeEffects(dearest, label, tokenWords, moneyMark(money)),
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
    .then(async keys => {
      const effects = await keys.readTrades(address, messages)
      units = await keys.readUnits(mintsIn(effects))
      read = effects
    })
    .then(
      () => undefined,
      error => {
        failure = errorText(error)
      },
    )
    .then(fill)
  return dialog
}

const manyNote = (count: number, isExclusive: boolean) =>
  make(
    'p',
    { class: 'note' },
    isExclusive
      ? `${count} variants of a trade. Only one can land. The most expensive is shown.`
      : `${count} similar transactions are signed, and all of them may land. The most expensive is shown.`,
  )

/** Writes an amount of a token with its unit. */
type TokenAmount = (mint: Address, raw: bigint) => string

/** Lists the mints whose amounts the form shows, each once. */
const mintsIn = (effects: readonly CountedEffects[]): readonly Address[] => [
  ...new Set(
    effects.flatMap(({ trades, placements = [] }) => [
      ...trades.flatMap(({ mintIn, mintOut }) => [mintIn, mintOut]),
      ...placements.flatMap(({ takes, brings }) => [...takes, ...brings].map(({ mint }) => mint)),
    ]),
  ),
]

/** Shows the total of all sets. */
function allTogether(sets: readonly TradeSet[], tokenWords: TokenAmount): HTMLElement {
  const { lamports, tokens } = togetherOf(sets)
  const each = [...tokens].map(([mint, raw]) => ` and ${tokenWords(mint, raw)} of ${mint}`)
  return make('p', { class: 'note' }, 'In total, you pay at most ', solWords(lamports), ...each, '.')
}

const irreversibleWords = { lock: 'locks forever', burn: 'burns', giveAway: 'gives away' } as const

/** Shows the max that a message takes, by purpose, and the min that it brings. */
function tradeEffects(effects: CountedEffects, label: string, tokenWords: TokenAmount, mark: Node): readonly Node[] {
  const { trades, referralCode, feeLamports, tipLamports, networkFeeLamports, rentLamports, lamports, ...more } =
    effects
  const { closes = [], placements = [], programFeeLamports = 0n, irreversible, ...counted } = more
  const { lost, unpriced, isExclusive, nonce, asks, ...unknown } = counted
  // A new part of the effects must be shown below.
  unknown satisfies Record<PropertyKey, never>
  const costs = [feeLamports, tipLamports, networkFeeLamports, programFeeLamports, rentLamports]
  const spent = lamports - costs.reduce((all, one) => all + one, 0n)
  const fraction = fractionNeeded([spent, ...costs], inSol, 5)
  const effect = (what: string, ...value: readonly (Node | string)[]) =>
    make('li', {}, make('span', {}, what), make('b', {}, ...value))
  const paid = (what: string, raw: bigint) =>
    raw === 0n ? [] : [effect(what, ...amount(-raw, { of: inSol, fraction, unit: 'SOL', sign: 'shown' }))]
  const inUnits: TokenAmount = (mint, raw) => (mint === wrappedNativeMint ? solWords(raw) : tokenWords(mint, raw))
  const named = (title: string, address: Address) =>
    make('div', { class: 'field' }, make('p', { class: 'field-label' }, title), fullAddress(address))
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
    ...tokens.map(({ title, mint }) => named(title, mint)),
    ...placementParts(placements).map(({ title, address, raw }) =>
      named(raw === undefined ? title : `${title} ${inUnits(address, raw)}`, address),
    ),
    make(
      'div',
      { class: 'field' },
      make('p', { class: 'field-label' }, `Max cost for ${label}, read from the transaction`),
      make(
        'ul',
        { class: 'effects' },
        ...paid(placements.length === 0 ? 'For the trade' : 'For trades and pools', spent),
        ...trades.flatMap(({ mintIn, maxIn }) =>
          mintIn === wrappedNativeMint ? [] : [effect('Sells at most', inUnits(mintIn, maxIn))],
        ),
        ...paid('Tern’s fee', feeLamports),
        ...paid('Tip', tipLamports),
        ...paid('Network and priority fee', networkFeeLamports),
        ...paid('Program fee, at most', programFeeLamports),
        ...paid('Account rent, at most', rentLamports),
        ...trades.map(({ mintOut, minOut }) => effect('Receives at least', inUnits(mintOut, minOut))),
        ...(irreversible === undefined ? [] : [effect('Cannot be undone', irreversibleWords[irreversible])]),
        ...(referralCode === undefined ? [] : [effect('Referral code', referralCode)]),
        ...(closes.length === 0 ? [] : [effect('Closes empty token accounts', closes.length.toLocaleString('en'))]),
      ),
    ),
  ]
}
