import { useNetwork } from '../data/network.ts'
import { addressGroups, shortAddress } from '../text/shortAddress.ts'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'

interface AddressProps {
  /** Base58: an address or a signature. */
  readonly value: string
  /** What it names, for the copy button and for the explorer. */
  readonly kind: 'wallet' | 'token' | 'account' | 'transaction'
  /** Whose it is, where several stand on a page: `Copy address of Main`. */
  readonly of?: string
}

/** `5xQm…9aTe` with a copy button and, on a public cluster, a link to the explorer: every address and signature that is acted on. */
export function Address({ value, kind, of }: AddressProps) {
  const what = `${kind === 'transaction' ? 'signature' : 'address'}${of === undefined ? '' : ` of ${of}`}`
  return (
    <span className="address-line">
      <ShortAddress address={value} />
      <CopyButton text={value} what={what} look="icon" />
      <ExplorerLink value={value} kind={kind} />
    </span>
  )
}

/** `5xQm…9aTe`, whole in the title and the value: where there is no room to act on it. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <data className="mono" value={address} title={address} translate="no">
      {shortAddress(address)}
    </data>
  )
}

/** The whole address in groups of four with its ends emphasised, so that it can be compared by eye. Copies without gaps. */
export function FullAddress({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <p className="address" translate="no">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={index} className={index === 0 || index === groups.length - 1 ? 'address-end' : undefined}>
          {group}
        </span>
      ))}
    </p>
  )
}

const clusters: Readonly<Record<string, string>> = {
  Mainnet: '',
  Devnet: '?cluster=devnet',
  Testnet: '?cluster=testnet',
}

/** Where the explorer shows it; `undefined` where none that is public knows the chain: a practice chain, a private one. */
export function useExplorer({ value, kind }: Pick<AddressProps, 'value' | 'kind'>): string | undefined {
  const cluster = clusters[useNetwork()?.name ?? '']
  if (cluster === undefined) return undefined
  return `https://explorer.solana.com/${kind === 'transaction' ? 'tx' : 'address'}/${value}${cluster}`
}

/** Nothing where no explorer knows the chain. */
export function ExplorerLink(of: Pick<AddressProps, 'value' | 'kind'>) {
  const href = useExplorer(of)
  if (href === undefined) return null
  return (
    <a
      className="button quiet small square"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label="Open in explorer"
      title="Open in explorer"
    >
      <Icon name="explorer" size="small" />
    </a>
  )
}
