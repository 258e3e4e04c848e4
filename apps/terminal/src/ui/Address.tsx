import { Fragment } from 'react'

/** `5xQm…9aTe`, whole in the title. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span className="mono" title={address}>
      {address.slice(0, 4)}…{address.slice(-4)}
    </span>
  )
}

/** The whole address in groups of four with its ends emphasised, so that it can be compared by eye. Copies without gaps. */
export function FullAddress({ address }: { address: string }) {
  const groups = address.match(/.{1,4}/g) ?? []
  return (
    <p className="address">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <Fragment key={index}>
          {index === 0 || index === groups.length - 1 ? <span className="strong address-end">{group}</span> : group}
          <wbr />
        </Fragment>
      ))}
    </p>
  )
}
