import { useId, useState } from 'react'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { Check } from '../ui/Check.tsx'
import { Chip, ChipSign, chipClass } from '../ui/Chip.tsx'
import { Field } from '../ui/Field.tsx'
import { FindField } from '../ui/FindField.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItems } from '../ui/Menu.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Ring } from '../ui/Ring.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { Slider } from '../ui/Slider.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { Part } from './Part.tsx'

const nothing = () => {}

export function Buttons() {
  return (
    <Part title="Buttons">
      <div className="sheet-pairs">
        <span>Rest</span>
        <div className="sheet-line">
          <Button look="paper">Stake</Button>
          <Button>Deposit</Button>
          <Button look="quiet">Cancel</Button>
          <Button look="buy">Buy KITE</Button>
          <Button look="sell">Sell 50%</Button>
          <Button look="danger">✕ Remove</Button>
        </div>
        <span>Hover, focus</span>
        <div className="sheet-line">
          <span className="is-hover">
            <Button>Hover</Button>
          </span>
          <span className="is-focus">
            <Button>Focus</Button>
          </span>
          <span className="is-pressed">
            <Button>Pressed</Button>
          </span>
          <Button aria-pressed="true">On</Button>
          <Button blocked>Disabled</Button>
        </div>
        <span>Small, icon</span>
        <div className="sheet-line">
          <Button size="small">25%</Button>
          <Button size="small" look="quick">
            <Icon name="bolt" />
            0.10
          </Button>
          <Button shape="square" aria-label="More">
            <Icon name="more" />
          </Button>
          <Button size="small">
            <Icon name="explorer" size="small" />
            Explorer
          </Button>
          <Button>
            P1 Calm <Icon name="chevronDown" />
          </Button>
        </div>
        <span>Trade</span>
        <div className="sheet-halves">
          <Button look="buy" size="main">
            Buy KITE{' '}
            <span aria-hidden="true">
              <kbd>Enter</kbd>
            </span>
          </Button>
          <Button size="main" blocked>
            <Ring />
            Getting price…
          </Button>
        </div>
      </div>
    </Part>
  )
}

export function Fields() {
  const radio = useId()
  const [text, setText] = useState('0.50')
  const [speed, setSpeed] = useState<'auto' | 'manual'>('auto')
  const [minutes, setMinutes] = useState(30)
  const [find, setFind] = useState('')
  const [isOn, setOn] = useState({ checked: true, unchecked: false, guard: true, sounds: false })
  const [choice, setChoice] = useState<'one' | 'two'>('one')
  return (
    <Part title="Fields">
      <div className="sheet-halves">
        <Field label="Label" unit="unit" defaultValue="141.02" hint="snaps to tick −19,590 = 141.013" />
        <div className="is-focus">
          <Field label="Focused" placeholder="Token, mint, wallet" />
        </div>
        <Field
          label="Tip"
          defaultValue="0.0000005"
          error="jito needs at least 0.000001 SOL"
          end={<span className="faint">SOL</span>}
        />
        <Field label="Read only" value="6" readOnly end={<span>decimals</span>} />
        <div className="input slim">
          <Icon name="search" />
          <FindField aria-label="Find" placeholder="Signature or token" words={find} onWords={setFind} />
        </div>
        <Select
          label="Fees"
          options={[
            { name: 'auto', label: 'Auto' },
            { name: 'manual', label: 'Manual' },
          ]}
          chosen={speed}
          onChoose={setSpeed}
        />
        <Slider
          label="Lock after"
          value={minutes}
          min={5}
          max={120}
          step={5}
          text={`${minutes} min`}
          onChange={setMinutes}
        />
      </div>
      <AmountField
        label="Pay"
        value={text}
        onChange={setText}
        end={<span className="soft">SOL</span>}
        have={
          <>
            <span>You have</span>
            <span>12.48200 SOL</span>
          </>
        }
      />
      <div className="sheet-line wide">
        <Check kind="checkbox" checked={isOn.checked} onChange={checked => setOn({ ...isOn, checked })}>
          Checked
        </Check>
        <Check kind="checkbox" checked={isOn.unchecked} onChange={unchecked => setOn({ ...isOn, unchecked })}>
          Unchecked
        </Check>
        <Check kind="radio" name={radio} checked={choice === 'one'} onChange={() => setChoice('one')}>
          Radio
        </Check>
        <Check kind="radio" name={radio} checked={choice === 'two'} onChange={() => setChoice('two')}>
          Other
        </Check>
        <Check kind="switch" checked={isOn.guard} onChange={guard => setOn({ ...isOn, guard })}>
          MEV guard
        </Check>
        <Check kind="switch" checked={isOn.sounds} onChange={sounds => setOn({ ...isOn, sounds })}>
          Sounds
        </Check>
      </div>
    </Part>
  )
}

const lists = [
  { name: 'positions', label: 'Positions 3' },
  { name: 'orders', label: 'Open orders 0' },
  { name: 'holders', label: 'Holders' },
] as const

const sides = [
  { name: 'buy', label: 'Buy', look: 'buy' },
  { name: 'sell', label: 'Sell', look: 'sell' },
] as const

const spans = [
  { name: 'day', label: '24h' },
  { name: 'week', label: '7d' },
  { name: 'month', label: '30d' },
] as const

export function Tabbing() {
  const id = useId()
  const [list, setList] = useState<(typeof lists)[number]['name']>('positions')
  const [span, setSpan] = useState<(typeof spans)[number]['name']>('day')
  return (
    <Part title="Tabs, segments, chips">
      <Tabs label="Lists" look="line" tabs={lists} selected={list} onSelect={setList} panel={id} />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${list}`} className="sheet-line">
        <Segmented label="Time" options={spans} chosen={span} onChoose={setSpan} />
        <Sides first="buy" />
        <Sides first="sell" />
      </div>
      <div className="sheet-line">
        <Chip kind="passed">Mint revoked</Chip>
        <Chip kind="caution">Top 10 hold 31%</Chip>
        <Chip kind="danger">Transfer fee 3%</Chip>
        <Chip kind="unchecked">LP lock not checked</Chip>
        <Chip>Dev 2.1%</Chip>
        <Chip kind="here">in use</Chip>
      </div>
      <div className="sheet-line">
        <Chip size="small" kind="passed">
          Mint
        </Chip>
        <Chip size="small" kind="caution">
          T10 34%
        </Chip>
        <Chip size="small" kind="more">
          +2
        </Chip>
      </div>
    </Part>
  )
}

function Sides({ first }: { first: 'buy' | 'sell' }) {
  const id = useId()
  const [side, setSide] = useState<'buy' | 'sell'>(first)
  return (
    <>
      <Tabs label="Side" tabs={sides} selected={side} onSelect={setSide} panel={id} />
      <span role="tabpanel" id={id} aria-labelledby={`${id}-${side}`} hidden />
    </>
  )
}

const actions = [
  [
    { label: 'Add', icon: 'add', onPick: nothing },
    { label: 'Remove', icon: 'undo', onPick: nothing },
    { label: 'Lock', icon: 'lock', onPick: nothing },
  ],
  [{ label: 'Close', icon: 'close', end: 'needs 0%', blocked: true, onPick: nothing }],
] as const

export function Overlays() {
  const id = useId()
  return (
    <Part title="Menu, tooltip, popover, dialog">
      <div className="sheet-overlays">
        <div className="popover menu" role="menu" aria-label="Actions">
          <MenuItems groups={actions} onPicked={nothing} />
        </div>
        <div className="sheet-stack">
          <span className="tip">0.000004213 SOL · read at slot 431,882,107</span>
          <dialog open className="dialog" aria-labelledby={id}>
            <div className="dialog-head">
              <h2 id={id}>Price impact 6.2%</h2>
            </div>
            <div className="dialog-body">
              <p className="cell soft">You lose about 0.207 SOL to the pool. Half the size would cost 3.0%.</p>
            </div>
            <div className="dialog-foot">
              <Button>Cancel</Button>
              <Button look="paper">Swap anyway</Button>
            </div>
          </dialog>
        </div>
      </div>
      <div className="sheet-line">
        <Menu aria-label="More for Main" shape="square" groups={actions} />
        <Popover label="Filters" trigger="Filters">
          <Field label="Min liquidity" defaultValue="10" end={<span className="faint">SOL</span>} />
        </Popover>
        <Tooltip className={chipClass('danger')} tip="Every transfer of this token pays 3% to its creator.">
          <ChipSign kind="danger" />
          Transfer fee 3%
        </Tooltip>
      </div>
    </Part>
  )
}
