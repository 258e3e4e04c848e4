import { type TokenUnit, unscaled } from '../text/numberText.ts'
import { Address, FullAddress } from '../ui/Address.tsx'
import { Age } from '../ui/Age.tsx'
import { Amount, LivePrice, LiveSol, Percent, Price, Skeleton, Sol, Unknown } from '../ui/Amount.tsx'
import { MoneyMarkOf, UnrealLine } from '../ui/MoneyMark.tsx'
import { WithoutInterest } from '../ui/WithoutInterest.tsx'
import { Part } from './Part.tsx'

/** A live value that never changes. */
const still = <T,>(value: T) => ({ get: () => value, subscribe: () => () => {} })
const worth = still(12_482_000_000n)
const cost = still({ numerator: 4213n, denominator: 1_000_000_000n })
/** The time this page was opened; ages grow from it. */
const openedAtSeconds = Math.floor(Date.now() / 1_000)

const swatches = [
  ['--bg0', 'canvas'],
  ['--bg1', 'panel'],
  ['--bg2', 'control'],
  ['--bg3', 'pressed'],
  ['--line', 'rule'],
  ['--line2', 'field'],
  ['--fg0', 'value'],
  ['--fg1', 'label'],
  ['--fg2', 'caption'],
  ['--buy', 'up, buy'],
  ['--sell', 'down, sell'],
  ['--warn', 'caution'],
  ['--danger', 'danger'],
  ['--iris', 'you are here'],
  ['--ok', 'passed'],
  ['--buy-bg', 'buy tint'],
  ['--sell-bg', 'sell tint'],
  ['--paper', 'primary'],
] as const

export function Colours() {
  return (
    <Part title="Colour, always with a meaning">
      <ul className="sheet-swatches">
        {swatches.map(([variable, meaning]) => (
          <li key={variable}>
            <i style={{ background: `var(${variable})` }} />
            {meaning}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const mint = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

export function Type() {
  return (
    <Part title="Type, addresses">
      <div className="sheet-line baseline">
        <span className="total">
          <Sol lamports={5_062_230_000_000n} digits={{ fraction: 2 }} unit="SOL" />
        </span>
        <span className="price-large">
          <Price price={{ numerator: 4213n, denominator: 1_000_000_000n }} />
        </span>
        <b className="sheet-title-sample">Title 15/20</b>
        <span>Body 13/18</span>
        <span className="cell">Cell 12/16</span>
        <span className="caption">Caption 11/14</span>
        <Address value={mint} kind="token" of="KITE" />
      </div>
      <FullAddress address={mint} />
    </Part>
  )
}

const withInterest: TokenUnit = { decimals: 6, scale: { kind: 'interest', multiplier: 1.051271 } }

/** The states of a number. No two look alike. */
export function Numbers() {
  const price = { numerator: 4213n, denominator: 1_000_000_000n }
  return (
    <Part title="Numbers">
      <div className="sheet-pairs">
        <span>Amount</span>
        <div className="sheet-line">
          <Sol lamports={12_482_000_000n} digits={{ fraction: 5 }} unit="SOL" />
          <Amount raw={18_374_041_000_000n} of={unscaled(6)} digits="compact" unit="KITE" />
          <Amount raw={16_858_018_123_456n} of={unscaled(6)} digits="whole" />
        </div>
        <span>Interest</span>
        <div>
          You have <Amount raw={100_000_000n} of={withInterest} digits="whole" unit="KITE" />
          <WithoutInterest raw={100_000_000n} of={withInterest} unit="KITE" />
        </div>
        <span>Price</span>
        <div className="sheet-line">
          <Price price={price} />
          <Price price={{ numerator: 212n, denominator: 1_000_000n }} />
          <Price price={{ numerator: 2314n, denominator: 1000n }} />
          <Price price={{ numerator: 842_134n, denominator: 10n }} />
        </div>
        <span>Live</span>
        <div className="sheet-line">
          <LivePrice price={cost} />
          <LiveSol lamports={worth} digits="compact" unit="SOL" />
        </div>
        <span>Change</span>
        <div className="sheet-line">
          <Percent bps={21_200} />
          <Percent bps={-3_120} />
          <Percent bps={0} />
          <Sol lamports={411_000_000n} digits={{ fraction: 3 }} sign="shown" />
          <Sol lamports={-98_000_000n} digits={{ fraction: 3 }} sign="shown" />
        </div>
        <span>Age</span>
        <div className="sheet-line">
          {[2, 75, 4_000, 200_000].map(seconds => (
            <span key={seconds}>
              <Age since={openedAtSeconds - seconds} />
            </span>
          ))}
          <Age since={null} />
        </div>
        <span>Zero, little, unknown, loading, stale</span>
        <div className="sheet-line">
          <Sol lamports={0n} digits={{ fraction: 3 }} />
          <Sol lamports={1n} digits={{ fraction: 3 }} />
          <Unknown />
          <Skeleton width={56} />
          <span className="stale">
            <Price price={price} />
          </span>
        </div>
      </div>
    </Part>
  )
}

export function Money() {
  return (
    <Part title="Which money">
      <div className="sheet-line">
        <MoneyMarkOf network={{ kind: 'practice' }} />
        <MoneyMarkOf network={{ kind: 'cluster', name: 'Mainnet', genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }} />
        <MoneyMarkOf network={undefined} />
        <span className="spacer" />
        <UnrealLine />
      </div>
    </Part>
  )
}
