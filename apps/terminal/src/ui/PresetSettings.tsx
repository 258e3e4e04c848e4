import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useKey } from '../data/keys/keyHandlers.ts'
import { changeSettings, useSettings } from '../data/settings/settings.ts'
import { changePreset, usePreset } from '../data/settings/usePreset.ts'
import { inSol, plainDecimal } from '../text/numberText.ts'
import { readSlippage } from '../text/typed.ts'
import { Field } from './Field.tsx'
import { Popover } from './Popover.tsx'
import { Segmented } from './Segmented.tsx'
import { Slippage, slippageHint } from './Slippage.tsx'
import './presetSettings.css'

const presetNames = ['P1', 'P2', 'P3'] as const

/** The slippage and fees of the chosen preset, which all trades share. `side`: whose slippage it shows. */
export function PresetSettings({ side }: { side: 'buy' | 'sell' }) {
  const { presets, chosenPreset } = useSettings()
  const preset = usePreset()
  const slippageBps = preset.slippageBps[side]
  const choose = (index: 0 | 1 | 2) => changeSettings({ chosenPreset: index })
  useKey('preset1', () => choose(0))
  useKey('preset2', () => choose(1))
  useKey('preset3', () => choose(2))
  return (
    <>
      <Popover
        label="Slippage and fees"
        trigger={
          <span>
            Slippage <Slippage bps={slippageBps} />
          </span>
        }
      >
        <div className="preset-settings">
          <p className="hint">Changes the {preset.name} preset.</p>
          <SlippageField key={`${chosenPreset} ${side}`} side={side} bps={slippageBps} />
          <p className="hint">
            Priority fee for each transaction:{' '}
            {preset.fee.kind === 'auto'
              ? 'enough for 75% of the recent blocks that used this pool.'
              : `${plainDecimal(preset.fee.priorityFee, inSol)} SOL.`}{' '}
            Change it in <Link to="/settings">Settings</Link>.
          </p>
        </div>
      </Popover>
      <Segmented
        label="Execution preset"
        options={([0, 1, 2] as const).map(index => ({
          name: presetNames[index],
          label: (
            <>
              {presetNames[index]}
              {index === chosenPreset ? <span className="desk-only"> {presets[index].name}</span> : null}
            </>
          ),
        }))}
        chosen={presetNames[chosenPreset]}
        onChoose={name => choose(presetNames.indexOf(name) as 0 | 1 | 2)}
      />
    </>
  )
}

interface SlippageFieldProps {
  readonly side: 'buy' | 'sell'
  readonly bps: number
}

/** Writes the preset's slippage as it is typed. A text that is no percentage stays, and changes nothing. */
function SlippageField({ side, bps }: SlippageFieldProps) {
  const { slippageBps } = usePreset()
  const [text, setText] = useState(String(bps / 100))
  const read = readSlippage(text)
  return (
    <Field
      label="Slippage"
      slim
      inputMode="decimal"
      value={text}
      error={'reason' in read ? read.reason : undefined}
      hint={slippageHint(bps)}
      onChange={event => {
        setText(event.target.value)
        const next = readSlippage(event.target.value)
        if ('value' in next) changePreset({ slippageBps: { ...slippageBps, [side]: next.value } })
      }}
      autoComplete="off"
      end={<span className="faint">%</span>}
    />
  )
}
