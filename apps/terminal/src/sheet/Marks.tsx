import { wrappedNativeMint } from '@tern/core'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DockSeparator } from '../ui/DockSeparator.tsx'
import { FeedMarkOf } from '../ui/FeedMark.tsx'
import { Icon, type IconName, TernMark } from '../ui/Icon.tsx'
import { iconPaths } from '../ui/iconPaths.ts'
import { Keys } from '../ui/Keys.tsx'
import { NamesakeMark } from '../ui/NamesakeMark.tsx'
import { PairPictures } from '../ui/PairPictures.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { StarButton, StarMark } from '../ui/Star.tsx'
import { Part } from './Part.tsx'

const mint = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const sol = { symbol: 'SOL', mint: wrappedNativeMint }
const iconNames = Object.keys(iconPaths) as readonly IconName[]

export function Marks() {
  return (
    <Part title="Icons, marks, keys">
      <div className="sheet-line wide sheet-icons">
        <TernMark />
        {iconNames.map(name => (
          <Icon key={name} name={name} />
        ))}
      </div>
      <div className="sheet-pairs">
        <span>Star</span>
        <div className="sheet-line">
          <StarButton mint={mint} symbol="KITE" />
          <b>KITE</b>
          <StarMark mint={mint} />
          <span className="hint">press it to see the other state</span>
        </div>
        <span>Same name</span>
        <div className="sheet-line">
          <b>SOL</b>
          <NamesakeMark token={{ posesAs: { symbol: 'SOL', coin: sol } }} namesake={sol} />
          <b>KITE</b>
          <NamesakeMark token={{}} namesake={{ symbol: 'KITE', mint: wrappedNativeMint }} />
        </div>
        <span>Pair</span>
        <PairPictures tokens={['KITE', 'SOL'].map(symbol => ({ symbol, picture: null }))} />
        <span>Feed</span>
        <div className="sheet-line wide">
          {(['live', 'waiting', 'down'] as const).map(state => (
            <span key={state}>
              <FeedMarkOf state={state} />
            </span>
          ))}
        </div>
        <span>Keys</span>
        <div className="sheet-line wide">
          <Keys text="b" />
          <Keys text="Shift+1" />
          <Keys text="g d" />
        </div>
        <span>Copy</span>
        <div className="sheet-line">
          <CopyButton text={mint} what="mint" />
          <CopyButton text={mint} what="mint" look="icon" />
        </div>
        <span>QR code</span>
        <div className="sheet-line sheet-code">
          <QrCode text={mint} label="QR code of the mint of KITE" />
        </div>
        <span>Height of the dock</span>
        <div className="sheet-dock">
          <DockSeparator onEnter={() => {}} />
        </div>
      </div>
    </Part>
  )
}
