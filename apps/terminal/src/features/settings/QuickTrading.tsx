import { changeSettings, useSettings } from '../../data/settings/settings.ts'
import { idleMinuteChoices } from '../../data/settings/standardSettings.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { readSol } from '../../text/typed.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { DraftField } from './DraftField.tsx'
import { Row, Section } from './Section.tsx'

const instantChoices = [
  { name: 'off', label: 'Off' },
  ...idleMinuteChoices.map(minutes => ({ name: String(minutes), label: minutes < 60 ? `${minutes} min` : '1 h' })),
]

/** The quick-buy amount, and whether Instant can be armed. */
export function QuickTrading() {
  const { quickBuy, instant } = useSettings()
  const chosen = instant.kind === 'off' ? 'off' : String(instant.idleMinutes)
  const choose = (name: string) => {
    const idleMinutes = idleMinuteChoices.find(minutes => String(minutes) === name)
    changeSettings({ instant: idleMinutes === undefined ? { kind: 'off' } : { kind: 'armable', idleMinutes } })
  }
  return (
    <Section name="quick" title="Quick buy and Instant">
      <div className="field-pair">
        <DraftField
          label="Quick buy"
          unit="SOL"
          hint="SOL that one press of a quick-buy button spends."
          value={quickBuy}
          format={lamports => plainDecimal(lamports, inSol)}
          read={readSol}
          onValue={quickBuy => changeSettings({ quickBuy })}
        />
      </div>
      <Row
        label="Instant disarms itself after"
        hint="While armed, an amount trades on one press. It disarms when you lock, reload, or leave it unused this long. Off: it cannot be armed."
      >
        <Segmented label="Instant disarms itself after" options={instantChoices} chosen={chosen} onChoose={choose} />
      </Row>
    </Section>
  )
}
