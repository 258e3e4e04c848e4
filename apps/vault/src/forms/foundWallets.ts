import type { Address } from '@tern/core'
import { type Derivation, type Keys, type NamedDerivation, pathOf } from '@tern/custody/internal'
import { shortAddress } from '@tern/terminal/text/shortAddress.ts'
import { readBalances } from '../balances.ts'
import { solWords } from './amount.ts'
import { hint, make, smallButton } from './make.ts'
import './secrets.css'

/** Accounts of each path in a search. */
const accountsAtOnce = 5

const usedBy: Readonly<Record<Derivation['scheme'], string>> = {
  change: 'Tern, Phantom, Solflare',
  account: 'older wallets',
  root: 'older wallets',
  none: 'solana-keygen',
}

interface Found {
  readonly derivation: Derivation
  readonly address: Address
  readonly lamports: bigint | undefined
}

/** A phrase's wallets, as a list to choose from. */
export interface FoundWallets {
  readonly element: HTMLElement
  /** Returns the selected wallets, with labels. */
  chosen(): readonly NamedDerivation[]
}

function derivationsFrom(account: number): readonly Derivation[] {
  const accounts = Array.from({ length: accountsAtOnce }, (_, i) => account + i)
  const of = (scheme: Derivation['scheme']) => accounts.map(one => ({ scheme, account: one }))
  const single = account === 0 ? [{ scheme: 'root', account: 0 } as const, { scheme: 'none', account: 0 } as const] : []
  return [...of('change'), ...of('account'), ...single]
}

async function find(keys: Keys, phrase: string, derivations: readonly Derivation[]): Promise<readonly Found[]> {
  const addresses = await keys.derive(phrase, derivations)
  const balances = await readBalances(addresses)
  return derivations.flatMap((derivation, i) => {
    const address = addresses[i]
    return address === undefined ? [] : [{ derivation, address, lamports: balances.get(address) }]
  })
}

/**
 * Searches a phrase's wallets. Lists the wallets with a balance and the first wallet of each path.
 *
 * @param known wallets that the browser already has. They cannot be selected.
 */
export async function foundWallets(
  keys: Keys,
  phrase: string,
  { known, onChosen }: { readonly known: ReadonlySet<Address>; readonly onChosen: () => void },
): Promise<FoundWallets> {
  const list = make('ul', { class: 'found-wallets', 'aria-label': 'Wallets of this phrase' })
  const ticked = new Map<Found, HTMLInputElement>()
  let next = 0

  function row(found: Found, isTicked: boolean): HTMLElement {
    const { derivation, address, lamports } = found
    const isHere = known.has(address)
    const box = make('input', { type: 'checkbox', disabled: isHere })
    box.checked = isTicked && !isHere
    box.addEventListener('change', onChosen)
    ticked.set(found, box)
    const holds = isHere ? 'here already' : lamports === undefined ? 'balance unknown' : solWords(lamports)
    return make(
      'li',
      {},
      make(
        'label',
        { class: 'check' },
        box,
        make(
          'span',
          { class: 'found-wallet' },
          make('data', { class: 'mono', value: address, title: address, translate: 'no' }, shortAddress(address)),
          make('b', {}, holds),
          make('span', { class: 'hint' }, `${pathOf(derivation)} · ${usedBy[derivation.scheme]}`),
        ),
      ),
    )
  }

  async function look(): Promise<void> {
    const found = await find(keys, phrase, derivationsFrom(next))
    const isFirst = next === 0
    next += accountsAtOnce
    const holding = found.filter(({ lamports = 0n }) => lamports > 0n)
    for (const one of found) {
      const isHolding = holding.includes(one)
      if (!isHolding && one.derivation.account > 0 && !known.has(one.address) && isFirst) continue
      // For an unused phrase, select its first wallet.
      const isTicked = isHolding || (isFirst && holding.length === 0 && list.childElementCount === 0)
      list.append(row(one, isTicked))
    }
    onChosen()
  }
  const more = smallButton(() => void look().catch(() => undefined), `Search accounts ${accountsAtOnce + 1} and up`)
  await look()
  return {
    element: make(
      'div',
      { class: 'field' },
      list,
      make('div', { class: 'button-row' }, more),
      hint('Wallets derive different addresses from the same phrase. Choose yours.'),
    ),
    chosen() {
      const chosen = [...ticked].filter(([, box]) => box.checked).map(([{ derivation }]) => derivation)
      return chosen.map((derivation, i) => ({ ...derivation, label: i === 0 ? 'Main' : `Wallet ${i + 1}` }))
    },
  }
}
