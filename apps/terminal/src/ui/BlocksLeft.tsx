import { type BlocksLeft as Counted, useBlocksLeft } from '../data/stream/latestBlockhash.ts'
import { blocksToLand } from '../data/toasts.ts'
import { Progress } from './Progress.tsx'

/**
 * Counts down the blocks that can still hold a transaction, as a bar and in words; shows `before` alone if the
 * count is unknown.
 */
export function BlocksLeft({ of, before = '' }: { of: Counted; before?: string }) {
  const left = useBlocksLeft(of)
  if (left === undefined) return before === '' ? null : <span className="state warn">{before}</span>
  const ppm = Math.round((Math.min(left, blocksToLand) / blocksToLand) * 1_000_000)
  return (
    <span className="blocks-left">
      <Progress kind="caution" ppm={ppm} label="Blocks left to land" />
      <span className="warn nowrap">
        {before}
        {/* The bar has the same text; this one would be read out at each block. */}
        <span aria-hidden="true">
          {before === '' ? '' : ', '}
          {left === 0
            ? 'last block passed'
            : `${left} ${left === 1 ? 'block' : 'blocks'}${before === '' ? ' left' : ''}`}
        </span>
      </span>
    </span>
  )
}
