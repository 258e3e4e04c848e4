import { type ReactNode, useState } from 'react'
import { fractionNeeded, inSol } from '../text/numberText.ts'
import { Sol } from './Amount.tsx'
import { PreviewLine, PreviewPart } from './Preview.tsx'
import './tradePreview.css'

interface PaidLine {
  readonly kind: string
  readonly label: string
  readonly note?: string | undefined
  readonly lamports: bigint
}

interface PaidPartProps {
  readonly title: ReactNode
  readonly lines: readonly PaidLine[]
  readonly totalLamports: bigint
  /** The label of the folded lines. */
  readonly foldLabel: string
}

/** The lamports that an action holds. On a phone the lines between the amount and the total fold into a single line. */
export function PaidPart({ title, lines, totalLamports, foldLabel }: PaidPartProps) {
  const [fold, setFold] = useState<'folded' | 'open'>('folded')
  const fraction = fractionNeeded([...lines.map(line => line.lamports), totalLamports], inSol, 5)
  const isDetail = ({ kind }: PaidLine) => kind !== 'amount'
  const folded = lines.filter(isDetail).reduce((sum, { lamports }) => sum + lamports, 0n)
  return (
    <div className={`preview-paid ${fold}`}>
      <PreviewPart title={title}>
        {lines.map((line, i) => (
          <PreviewLine
            key={`${line.kind} ${line.label}`}
            label={line.label}
            note={line.note}
            kind={isDetail(line) ? 'detail' : 'line'}
          >
            <Sol lamports={line.lamports} digits={{ fraction }} {...(i === 0 ? { unit: 'SOL' } : {})} />
          </PreviewLine>
        ))}
        <PreviewLine
          kind="fold"
          label={
            <button type="button" className="link" onClick={() => setFold('open')}>
              {foldLabel}
            </button>
          }
        >
          {fold === 'folded' ? <Sol lamports={folded} digits={{ fraction }} /> : null}
        </PreviewLine>
        <PreviewLine label="Total held" kind="sum">
          <Sol lamports={totalLamports} digits={{ fraction }} unit="SOL" />
        </PreviewLine>
      </PreviewPart>
    </div>
  )
}
