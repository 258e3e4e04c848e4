import { askLatency } from '../data/latency.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { ChainChange } from './chainChange.ts'

interface OtherChainDialogProps extends ChainChange {
  readonly onClose: () => void
}

/** Explains why nothing unlocks: the server, or its node, is on another chain than the page. */
export function OtherChainDialog({ whose, from, onClose }: OtherChainDialogProps) {
  return (
    <Dialog title="Another chain" onClose={onClose}>
      <div className="dialog-body">
        <p>
          {whose === 'server'
            ? 'The server is on another chain than this page. Your wallets stay locked until you reload.'
            : `The server trades on ${from.name}, but its node is on another chain. Your wallets stay locked until the node is back on ${from.name}.`}
        </p>
      </div>
      <div className="dialog-foot">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        {whose === 'server' ? (
          <Button look="paper" size="large" onClick={() => location.reload()}>
            Reload
          </Button>
        ) : (
          <Button look="paper" size="large" onClick={() => void askLatency()}>
            Check again
          </Button>
        )}
      </div>
    </Dialog>
  )
}
