import { useNetwork } from '../data/network.ts'
import { addressGroups, shortAddress } from '../text/shortAddress.ts'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'

interface AddressProps {
  /** Base58: an address or a signature. */
  readonly value: string
  /** The kind of the value, for the label of the copy button and the explorer's URL. */
  readonly kind: 'wallet' | 'token' | 'account' | 'transaction'
  /** The owner, to distinguish several addresses on a page: `Copy address of Main`. */
  readonly of?: string
}

/** A short address or signature with a copy button and, on a public cluster, a link to the explorer. */
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

/** A short address, `5xQm…9aTe`, without buttons. Its title and `<data value>` hold the whole. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <data className="mono" value={address} title={address} translate="no">
      {shortAddress(address)}
    </data>
  )
}

/** A whole address in groups of four with emphasised ends, to compare by eye. It copies without gaps. */
export function FullAddress({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <p className="address" translate="no">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the group
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

/** The explorer's URL; `undefined` on a practice chain or private chain, which no public explorer shows. */
export function useExplorer({ value, kind }: Pick<AddressProps, 'value' | 'kind'>): string | undefined {
  const cluster = clusters[useNetwork()?.name ?? '']
  if (cluster === undefined) return undefined
  return `https://explorer.solana.com/${kind === 'transaction' ? 'tx' : 'address'}/${value}${cluster}`
}

/** A link to the explorer; absent if no explorer shows the chain. */
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
