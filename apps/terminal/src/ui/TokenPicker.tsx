import { useQuery } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ownSymbol } from '../data/market/listing.ts'
import { type NamesakeOf, useNamesakes } from '../data/market/namesakes.ts'
import { tokensQuery } from '../data/market/tokens.ts'
import { mintQuery } from '../data/swap/swapTokens.ts'
import { tokensInPool } from '../data/swap/tokensInPool.ts'
import { heldTokensQuery } from '../data/wallets/heldTokens.ts'
import { useBalance } from '../data/wallets/useBalance.ts'
import { ShortAddress } from './Address.tsx'
import { Amount, Skeleton } from './Amount.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FindField } from './FindField.tsx'
import { Icon } from './Icon.tsx'
import { NamesakeMark } from './NamesakeMark.tsx'
import { Picture } from './Picture.tsx'
import { findTokens, listTokens, maxRows, type PickedToken, refusalText } from './pickTokens.ts'
import './tokenPicker.css'

interface TokenPickerProps {
  readonly title: string
  /** The wallet. Its holdings come first. */
  readonly owner: Address | undefined
  readonly onPick: (mint: Address) => void
  readonly onClose: () => void
}

/** A dialog that finds a token: a held or listed token, or any token by its mint or a pool. */
export function TokenPicker({ title, owner, onPick, onClose }: TokenPickerProps) {
  const [words, setWords] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const { data: listings } = useQuery(tokensQuery)
  const { data: held } = useQuery({ ...heldTokensQuery(owner ?? ('' as Address)), enabled: owner !== undefined })
  const lamports = useBalance(owner)
  const namesakeOf = useNamesakes()
  const tokens = useMemo(
    () => listTokens({ listings: listings ?? [], held: held ?? [], lamports }),
    [listings, held, lamports],
  )
  const { found, unknown } = findTokens(tokens, words, listings)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // The browser would only clear the search field.
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = rows()
    const at = all.indexOf(document.activeElement as HTMLElement) + step
    if (at < 0) event.currentTarget.querySelector('input')?.focus()
    else all[Math.min(at, all.length - 1)]?.focus()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="token-picker"
        onKeyDown={move}
        onSubmit={event => {
          event.preventDefault()
          rows()[0]?.click()
        }}
      >
        <div className="dialog-body">
          <div className="input">
            <Icon name="search" size="small" />
            <FindField
              aria-label="Find a token"
              placeholder="Symbol, name, mint or pool"
              words={words}
              onWords={setWords}
            />
          </div>
          <ul ref={list} className="picker-tokens" aria-label="Tokens">
            {unknown === undefined ? null : (
              <Pasted address={unknown} tokens={tokens} namesakeOf={namesakeOf} onPick={onPick} />
            )}
            {found.slice(0, maxRows).map(token => (
              <TokenRow key={token.mint} token={token} namesakeOf={namesakeOf} onPick={onPick} />
            ))}
          </ul>
          {found.length === 0 && unknown === undefined ? (
            <p className="hint">No token with this name. Paste its mint to use it anyway.</p>
          ) : null}
          {found.length > maxRows ? (
            <p className="hint">{found.length - maxRows} more. Type a name, or paste a mint.</p>
          ) : null}
        </div>
        <div className="dialog-foot">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface RowProps extends Pick<TokenPickerProps, 'onPick'> {
  readonly namesakeOf: NamesakeOf
}

function TokenRow({ token, namesakeOf, onPick }: RowProps & { readonly token: PickedToken }) {
  const { mint, symbol, name, picture, held } = token
  return (
    <li>
      <button type="button" onClick={() => onPick(mint)}>
        <Picture source={picture} symbol={symbol} size={24} />
        <span className="picker-token-name">
          <span>
            <b>{ownSymbol(token)}</b> <NamesakeMark token={token} namesake={namesakeOf(token)} />
          </span>
          <span className="faint">
            {token.isNative === true ? null : <ShortAddress address={mint} />} {name}
          </span>
        </span>
        {held === undefined ? null : <Amount raw={held} of={token} digits="compact" />}
      </button>
    </li>
  )
}

interface PastedProps extends RowProps {
  readonly address: Address
  readonly tokens: readonly PickedToken[]
}

/** The token of a pasted mint, or the tokens of a pasted pool. The list of tokens has neither. */
function Pasted({ address, tokens, ...row }: PastedProps) {
  const { data, error } = useQuery(mintQuery(address))
  const { data: mints, isPending, error: unread } = useQuery({ ...tokensInPool(address), enabled: error !== null })
  if (data !== undefined) return <TokenRow token={data} {...row} />
  if (mints !== undefined && mints.length > 0)
    return mints.map(mint => {
      const known = tokens.find(token => token.mint === mint)
      return known === undefined ? (
        <Unlisted key={mint} mint={mint} {...row} />
      ) : (
        <TokenRow key={mint} token={known} {...row} />
      )
    })
  return isPending ? <Loading /> : <Refused error={unread ?? error} address={address} />
}

/** A token that no list has. */
function Unlisted({ mint, ...row }: RowProps & { readonly mint: Address }) {
  const { data, error } = useQuery(mintQuery(mint))
  if (data !== undefined) return <TokenRow token={data} {...row} />
  return error === null ? <Loading /> : <Refused error={error} address={mint} />
}

const Loading = () => (
  <li className="hint">
    <Skeleton width={160} />
  </li>
)

const Refused = ({ error, address }: { readonly error: unknown; readonly address: Address }) => (
  <li className="hint" role="alert">
    {refusalText(error, address)}
  </li>
)
