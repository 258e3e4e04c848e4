import { useNetwork } from '../data/network.ts'

type Money =
  | { readonly kind: 'practice' }
  | { readonly kind: 'cluster'; readonly name: string; readonly genesisHash: string }

/** Marks the kind of money by words and a hatch. It cannot be dismissed. */
export function MoneyMark() {
  return <MoneyMarkOf network={useNetwork()} />
}

/** The mark of a given network; `undefined` while unknown. */
export function MoneyMarkOf({ network }: { network: Money | undefined }) {
  if (network === undefined) return <span className="money-mark unknown">Connecting…</span>
  if (network.kind === 'practice')
    return (
      <span className="money-mark" title="Practice chain. Nothing here is real money.">
        <span>
          Practice<span className="desk-only"> money</span>
        </span>
      </span>
    )
  return (
    <span className="money-mark real" title={`Genesis hash ${network.genesisHash}`}>
      {network.name}
    </span>
  )
}

/** The line under every button that would move money, on a practice chain. */
export function UnrealLine({ children = 'Practice money. Nothing real moves.' }: { children?: string }) {
  const network = useNetwork()
  return network?.kind === 'practice' ? <p className="unreal">{children}</p> : null
}
