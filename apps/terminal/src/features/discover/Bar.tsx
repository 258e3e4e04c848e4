import { memo, useState } from 'react'
import { useEscape, useKey } from '../../data/keys/keyHandlers.ts'
import type { Listing } from '../../data/market/listing.ts'
import { changeSettings, type Preset, useSettings } from '../../data/settings/settings.ts'
import { changePreset } from '../../data/settings/usePreset.ts'
import { armInstant, disarmInstant, useInstant } from '../../data/trade/instant.ts'
import { useProtection } from '../../data/trade/protection.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { readSol } from '../../text/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { FeedMark } from '../../ui/FeedMark.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import './bar.css'
import { FilterPopover } from './FilterPopover.tsx'
import { formatFilter, isLeft, parseFilter } from './filter.ts'
import type { ListProps } from './listProps.ts'

interface BarProps extends Pick<ListProps, 'search' | 'onSearch' | 'listings' | 'found' | 'isAllHeld'> {
  readonly view: 'columns' | 'table'
  readonly onHoldAll: (isHeld: boolean) => void
}

/** The bar above the lists: the view, the search, the quick-buy amount and the switch that holds the lists. */
export function Bar({ view, search, onSearch, listings, found, isAllHeld, onHoldAll }: BarProps) {
  const { keys } = useSettings()
  return (
    <div className="discover-bar">
      <h1>Discover</h1>
      <span className="desk-only">
        <Segmented
          label="View"
          options={[
            { name: 'columns', label: 'Columns' },
            { name: 'table', label: 'Table' },
          ]}
          chosen={view}
          onChoose={name => onSearch({ view: name }, 'step')}
        />
      </span>
      {view === 'table' ? <TableFilter {...{ search, onSearch, listings, found }} /> : null}
      <span className="spacer" />
      <div className="input slim discover-find">
        <Icon name="search" size="small" />
        <FindField
          aria-label="Find a token"
          placeholder="Filter by name or address"
          words={search.find ?? ''}
          onWords={find => onSearch({ find }, 'replace')}
        />
      </div>
      <span className="soft cell nowrap desk-only" aria-hidden="true">
        Quick buy
      </span>
      <QuickBuyAmount />
      <InstantButton />
      <PresetMenu />
      <span className="desk-only">
        <Segmented
          label="Feed"
          options={[
            {
              name: 'live',
              label: <FeedMark />,
            },
            {
              name: 'held',
              label: (
                <>
                  Hold all{' '}
                  <span aria-hidden="true">
                    <Keys text={keys.hold} />
                  </span>
                </>
              ),
            },
          ]}
          chosen={isAllHeld ? 'held' : 'live'}
          onChoose={name => onHoldAll(name === 'held')}
        />
      </span>
    </div>
  )
}

function TableFilter({
  search,
  onSearch,
  listings,
  found = [],
}: Pick<BarProps, 'search' | 'onSearch' | 'listings' | 'found'>) {
  const filter = parseFilter(search.table ?? '')
  const now = Date.now() / 1000
  const protocols = [...new Set(listings?.map((one: Listing) => one.protocol))].sort()
  return (
    <FilterPopover
      of="the table"
      filter={filter}
      onChange={(next, step) => onSearch({ table: formatFilter(next) }, step === 'begin' ? 'step' : 'replace')}
      protocols={protocols}
      left={found.filter(one => isLeft(one, filter, now)).length}
      total={found.length}
    />
  )
}

const turnInstant = (instant: ReturnType<typeof useInstant>) => (instant === 'armed' ? disarmInstant() : armInstant())

/**
 * While Instant is armed, a quick buy is sent on the first press. Absent if the settings forbid Instant; on a phone,
 * Instant is in the preset menu.
 */
const InstantButton = memo(function InstantButton() {
  const instant = useInstant()
  const turn = () => turnInstant(instant)
  useKey('instant', instant === 'off' ? undefined : turn)
  useEscape(instant === 'armed' ? disarmInstant : undefined)
  if (instant === 'off') return null
  return (
    <span className="desk-only">
      <Button
        look={instant === 'armed' ? 'quick' : 'plain'}
        aria-label="Instant"
        aria-pressed={instant === 'armed'}
        title="Instant: quick buys are sent on one press"
        onClick={turn}
      >
        <Icon name="bolt" />
        <span className="instant-word">Instant</span>
      </Button>
    </span>
  )
})

/** The quick-buy amount. It is saved to the settings as soon as the text is a valid amount. */
const QuickBuyAmount = memo(function QuickBuyAmount() {
  const { quickBuy } = useSettings()
  const [typed, setTyped] = useState<string>()
  const read = typed === undefined ? undefined : readSol(typed)
  const reason = read !== undefined && 'reason' in read ? read.reason : undefined
  const isBad = reason !== undefined
  const kept = plainDecimal(quickBuy, inSol)
  return (
    <span className={`input slim quick-amount${isBad ? ' bad' : ''}`}>
      <input
        aria-label="Quick buy amount"
        aria-invalid={isBad || undefined}
        inputMode="decimal"
        value={typed ?? kept}
        onChange={event => {
          setTyped(event.target.value)
          const next = readSol(event.target.value)
          if ('value' in next) changeSettings({ quickBuy: next.value })
        }}
        onBlur={() => setTyped(undefined)}
        autoComplete="off"
      />
      <span className="faint">SOL</span>
      {isBad && typed?.trim() !== '' ? (
        <span className="quick-amount-why" role="alert">
          ✕ {reason}. Still {kept} SOL.
        </span>
      ) : null}
    </span>
  )
})

const presetText = (index: number, { name }: Preset) => `P${index + 1} ${name}`

const PresetMenu = memo(function PresetMenu() {
  const { presets, chosenPreset } = useSettings()
  const instant = useInstant()
  const { mevProtection } = presets[chosenPreset]
  const protection = useProtection(presets[chosenPreset])
  useKey('preset1', () => changeSettings({ chosenPreset: 0 }))
  useKey('preset2', () => changeSettings({ chosenPreset: 1 }))
  useKey('preset3', () => changeSettings({ chosenPreset: 2 }))
  return (
    <Menu
      aria-label={`Preset: ${presetText(chosenPreset, presets[chosenPreset])}`}
      trigger={
        <>
          <span className="preset-name">{presetText(chosenPreset, presets[chosenPreset])}</span>
          <Icon name="chevronDown" size="small" />
        </>
      }
      groups={[
        ([0, 1, 2] as const).map(index => ({
          label: presetText(index, presets[index]),
          end: index === chosenPreset ? '✓' : undefined,
          onPick: () => changeSettings({ chosenPreset: index }),
        })),
        [
          {
            label: 'MEV protection',
            end: protection === 'none' ? 'not available' : protection,
            onPick: () => changePreset({ mevProtection: !mevProtection }),
          },
          ...(instant === 'off'
            ? []
            : [{ label: 'Instant', end: instant === 'armed' ? 'on' : 'off', onPick: () => turnInstant(instant) }]),
        ],
      ]}
    />
  )
})
