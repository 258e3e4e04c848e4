import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '../../data/saveFile.ts'
import { appearance } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Check.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MoneyMark } from '../../ui/MoneyMark.tsx'
import { cardSize, drawShareCard } from './drawShareCard.ts'
import { type ShareFigures, shareCard, shareText } from './shareCard.ts'

interface ShareDialogProps {
  /** Fixed while the dialog is open, so that the shared picture equals the dialog. */
  readonly figures: ShareFigures
  readonly isPractice: boolean
  readonly onClose: () => void
}

const fileName = 'tern.png'

/** Shows the profit as a picture and a text to share. Both are made on this device and sent nowhere. */
export function ShareDialog({ figures: given, isPractice, onClose }: ShareDialogProps) {
  const [figures] = useState(given)
  const [isWorthShown, setWorthShown] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useStore(appearance)
  const card = shareCard(isWorthShown ? figures : { ...figures, worth: undefined })
  const text = shareText(card)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` redraws on a new theme; `text` stands for the card
  useEffect(() => {
    if (canvas.current !== null) drawShareCard(canvas.current, card, isPractice)
  }, [text, isPractice, look])
  const picture = () => new Promise<Blob | null>(resolve => canvas.current?.toBlob(resolve, 'image/png'))
  const save = async () => {
    const blob = await picture()
    if (blob !== null) saveBlob(fileName, blob)
  }
  return (
    <Dialog title="Share" onClose={onClose} marker={<MoneyMark />}>
      <div className="dialog-body">
        <canvas ref={canvas} {...cardSize} className="share-card" role="img" aria-label={text} />
        <Check kind="checkbox" checked={isWorthShown} onChange={setWorthShown}>
          Show net worth
        </Check>
        <p className="hint">Made on this device, never uploaded. It does not name your wallet.</p>
        <div className="button-row">
          <CopyButton text={text} what="as text" />
        </div>
      </div>
      <div className="dialog-foot">
        <Button size="large" onClick={onClose}>
          Close
        </Button>
        <Button look="paper" size="large" onClick={() => void save()}>
          Save picture
        </Button>
      </div>
    </Dialog>
  )
}
