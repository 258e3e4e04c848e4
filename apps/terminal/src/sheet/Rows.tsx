import type { Flight } from '../data/activity/flights.ts'
import { Percent, Price, Skeleton, Sol, Unknown } from '../ui/Amount.tsx'
import { LineDrawing } from '../ui/LineDrawing.tsx'
import { Picture } from '../ui/Picture.tsx'
import { PreviewLine, PreviewPart } from '../ui/Preview.tsx'
import { Progress } from '../ui/Progress.tsx'
import { SortHeader } from '../ui/SortHeader.tsx'
import { Stat } from '../ui/Stat.tsx'
import { TransactionState } from '../ui/TransactionState.tsx'
import { Part } from './Part.tsx'

const price = (numerator: bigint) => ({ numerator, denominator: 1_000_000_000n })

const rows = [
  { name: 'Rest', value: 193_510_000_000n, price: price(4213n), bps: 21_200 },
  { name: 'Hover', value: 307_450_000_000n, price: price(212_000n), bps: 440, className: 'is-hover' },
  { name: 'Selected', value: 47_210_000_000n, price: price(2_314_000_000n), bps: 0, isSelected: true },
] as const

export function Rows() {
  return (
    <Part title="Table row">
      <div className="card clipped">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">State</th>
              <SortHeader label="Value" sorted="descending" onSort={() => {}} />
              <th scope="col">Mark</th>
              <th scope="col">24h</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr
                key={row.name}
                className={'className' in row ? row.className : undefined}
                aria-selected={'isSelected' in row ? row.isSelected : undefined}
              >
                <Name name={row.name} />
                <td>
                  <Sol lamports={row.value} digits={{ fraction: 2 }} />
                </td>
                <td>
                  <Price price={row.price} />
                </td>
                <td>
                  <Percent bps={row.bps} />
                </td>
              </tr>
            ))}
            <tr>
              <Name name="Changed" />
              <td>
                <span className="flash sell shown">
                  <Sol lamports={61_940_000_000n} digits={{ fraction: 2 }} />
                </span>
              </td>
              <td>
                <Price price={price(13_910n)} />
              </td>
              <td>
                <Percent bps={-3_120} />
              </td>
            </tr>
            <tr>
              <td>
                <span className="name">
                  <Skeleton width={20} />
                  <Skeleton width={64} />
                  <span className="visually-hidden">Loading</span>
                </span>
              </td>
              <td>
                <Sol lamports={undefined} digits={{ fraction: 2 }} width={52} />
              </td>
              <td>
                <Price price={undefined} />
              </td>
              <td>
                <Percent bps={undefined} />
              </td>
            </tr>
            <tr className="stale">
              <td>
                <span className="name">
                  <Picture source={null} symbol="S" size={20} />
                  Stale, 14 s
                </span>
              </td>
              <td>
                <Sol lamports={3_870_000_000n} digits={{ fraction: 2 }} />
              </td>
              <td>
                <Price price={price(1_240_000n)} />
              </td>
              <td>
                <Percent bps={-890} />
              </td>
            </tr>
            <tr>
              <Name name="Unknown" />
              <td>
                <Sol lamports={null} digits={{ fraction: 2 }} />
              </td>
              <td>
                <Price price={null} />
              </td>
              <td>
                <Percent bps={null} />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </Part>
  )
}

function Name({ name }: { name: string }) {
  return (
    <td>
      <span className="name">
        <Picture source={null} symbol={name} size={20} />
        {name}
      </span>
    </td>
  )
}

const states = ['sending', 'unknown', 'confirmed', 'failed', 'expired', 'refused'] as const
const flights = states.map(
  (state, id): Flight => ({
    ...{ id, owner: undefined, kind: 'trade', title: `Buy KITE ${id}`, detail: '0.5 SOL', startedAtMs: 0, state },
    ...(state === 'unknown' && { blocksLeft: 40 }),
  }),
)

export function Figures() {
  return (
    <Part title="Preview, figures, progress">
      <div className="sheet-halves">
        <PreviewPart title="You get">
          <PreviewLine label="Expected">18,374,041 KITE</PreviewLine>
          <PreviewLine label="Minimum" note="slippage 3%">
            17,822,819
          </PreviewLine>
          <PreviewLine label="Price impact" look="warn">
            ! 6.2%
          </PreviewLine>
        </PreviewPart>
        <PreviewPart title="You pay">
          <PreviewLine label="Amount">
            <Sol lamports={500_000_000n} digits={{ fraction: 5 }} />
          </PreviewLine>
          <PreviewLine label="Trade fee 1%">
            <Sol lamports={5_000_000n} digits={{ fraction: 5 }} />
          </PreviewLine>
          <PreviewLine label="Total" kind="sum">
            <Sol lamports={505_000_000n} digits={{ fraction: 5 }} unit="SOL" />
          </PreviewLine>
        </PreviewPart>
      </div>
      <dl className="sheet-line wide">
        <Stat label="Liquidity" digits={8}>
          <Sol lamports={11_800_000_000_000n} digits="compact" unit="SOL" />
        </Stat>
        <Stat label="Volume 5m" digits={8}>
          <span className="stale">
            <Sol lamports={9_400_000_000n} digits={{ fraction: 3 }} />
          </span>
        </Stat>
        <Stat label="Holders" digits={8}>
          <Unknown />
        </Stat>
      </dl>
      <div className="sheet-halves">
        <Progress ppm={614_000} label="Curve of KITE" />
        <Progress ppm={270_000} kind="caution" label="Blocks left" />
        <Progress ppm={1_000_000} kind="passed" label="Strength" />
        <Progress ppm={480_000} size="tall" label="Share" />
      </div>
      <LineDrawing points={[4, 5, 5, 7, 6, 9, 8, 8, 11]} />
      <div className="sheet-line wide">
        {flights.map(flight => (
          <TransactionState
            key={flight.id}
            item={{ ...{ key: flight.title, entry: undefined, timestampSeconds: null }, flight }}
          />
        ))}
      </div>
    </Part>
  )
}
