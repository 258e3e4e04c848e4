import type { Check } from '../data/market/mintChecks.ts'
import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Dialog } from './Dialog.tsx'
import { MoneyMark } from './MoneyMark.tsx'
import './tradePreview.css'

interface RisksDialogProps {
  readonly symbol: string
  readonly risks: readonly Check[]
  readonly onAccept: () => void
  readonly onClose: () => void
}

/** Lists a token's risks before its first buy. */
export function RisksDialog({ symbol, risks, onAccept, onClose }: RisksDialogProps) {
  return (
    <Dialog title={`Risks of ${symbol}`} onClose={onClose} marker={<MoneyMark />}>
      <div className="dialog-body">
        {risks.map(({ state, text, why }) => (
          <div key={text} className="risk">
            <Chip kind={state}>{text}</Chip>
            <p>{why}</p>
          </div>
        ))}
        <p className="hint">Tern does not ask again until you reload.</p>
      </div>
      <div className="dialog-foot">
        <Button size="large" onClick={onClose}>
          Do not buy
        </Button>
        <Button look="paper" size="large" onClick={onAccept}>
          Accept and continue
        </Button>
      </div>
    </Dialog>
  )
}
