import { type Bundle, parseBundleFile } from '@tern/custody/internal'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { shortAddress } from '@tern/terminal/text/shortAddress.ts'
import { nextStep } from '@tern/terminal/text/walletSteps.ts'
import { hint, make } from './make.ts'

/** A picker for a downloaded wallet file, with a list of its wallets. */
export interface WalletFile {
  /** The picker and the file's wallets. */
  readonly elements: readonly HTMLElement[]
  readonly input: HTMLInputElement
  /** The chosen bundle. `undefined`: no choice yet, or not a wallet file. */
  readonly bundle: Bundle | undefined
  /** Shows the error and the next step. */
  readonly failure: HTMLElement
  /** Uses a bundle that is not from a file, and shows its origin. */
  use(bundle: Bundle, from: string): void
  fail(text: string | undefined): void
}

interface WalletFileOptions {
  /** Notes on the file's wallets, by address, for example a new label. */
  readonly fateOf?: (bundle: Bundle) => ReadonlyMap<string, string>
  readonly onChosen: () => void
}

export function walletFile({ fateOf = () => new Map(), onChosen }: WalletFileOptions): WalletFile {
  let bundle: Bundle | undefined
  const input = make('input', {
    id: 'wallet-file',
    class: 'visually-hidden',
    type: 'file',
    accept: '.json,application/json',
  })
  const name = hint('No file chosen. Its name begins with tern-wallets.')
  const choose = make(
    'button',
    { type: 'button', class: 'button plain normal text', 'aria-hidden': 'true', tabindex: '-1' },
    'Choose file…',
  )
  choose.addEventListener('click', () => input.click())
  const found = make('div')
  const failure = make('div')

  function fail(text: string | undefined): void {
    const next = text === undefined ? undefined : nextStep(text)
    const step = next === undefined ? undefined : make('p', {}, next)
    failure.replaceChildren(
      ...(text === undefined
        ? []
        : [make('div', { class: 'note danger', role: 'alert' }, make('b', {}, `✕ ${text}`), step)]),
    )
  }

  function linesOf(chosen: Bundle): readonly HTMLElement[] {
    const fates = fateOf(chosen)
    return chosen.wallets.map(({ label, address }) => {
      const fate = fates.get(address)
      return make(
        'p',
        { class: 'hint' },
        `${label} `,
        make('data', { class: 'mono', value: address, title: address, translate: 'no' }, shortAddress(address)),
        fate === undefined ? undefined : ` · ${fate}`,
      )
    })
  }

  input.addEventListener('change', async () => {
    const file = input.files?.[0]
    if (file === undefined) return
    fail(undefined)
    name.textContent = file.name
    try {
      take(parseBundleFile(await file.text()))
    } catch (error) {
      take(undefined)
      fail(errorText(error))
    }
  })

  function take(chosen: Bundle | undefined): void {
    bundle = chosen
    found.replaceChildren(...(chosen === undefined ? [] : linesOf(chosen)))
    onChosen()
  }

  const label = make('label', { for: 'wallet-file' }, 'Wallet file')
  return {
    elements: [
      make('div', { class: 'field' }, label, input, make('div', { class: 'button-row' }, choose, name)),
      found,
    ],
    input,
    get bundle() {
      return bundle
    },
    failure,
    use(chosen, from) {
      fail(undefined)
      name.textContent = from
      take(chosen)
    },
    fail,
  }
}
