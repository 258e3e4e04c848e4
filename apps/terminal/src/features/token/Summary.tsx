import { ownSymbol } from '../../data/market/listing.ts'
import { useNamesakes } from '../../data/market/namesakes.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { useAsOfNow } from '../../data/useNow.ts'
import { endLabels } from '../../text/curveText.ts'
import { opensText } from '../../text/opensText.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Age } from '../../ui/Age.tsx'
import { LivePrice, LiveSol, Percent, Sol } from '../../ui/Amount.tsx'
import { NamesakeMark } from '../../ui/NamesakeMark.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { progressText } from '../../ui/Progress.tsx'
import { StarButton } from '../../ui/Star.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { useLiveCap, useLivePrice } from './useLastPrice.ts'

const stageLabels = { trading: 'Curve', ...endLabels } as const

/** The token in one line: name, price, size and activity. */
export function Summary({ token }: { token: TokenDetail }) {
  const { curve } = token
  const opens = useAsOfNow(now => opensText(token.opensAtSeconds, now))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of figures, not a group of form controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the row scrolls sideways on a narrow page
    <div className="token-summary" role="group" aria-label="Token summary" tabIndex={0}>
      <Picture source={token.picture} symbol={token.symbol} />
      <div>
        <div className="token-title">
          <h1>{ownSymbol(token)}</h1>
          <StarButton mint={token.mint} symbol={token.symbol} />
          <NamesakeMark token={token} namesake={useNamesakes()(token)} />
        </div>
        <div className="caption">
          {token.name} · <ShortAddress address={token.mint} />
          <span className="desk-only"> · {token.protocol}</span>
          {token.createdAtSeconds === null ? null : (
            <>
              {' · '}
              <Age since={token.createdAtSeconds} />
            </>
          )}
        </div>
      </div>
      <div className="token-price">
        <div className="price-large">
          <LastPrice token={token} /> <span className="price-unit">SOL</span>
        </div>
        <div className="caption">
          <Percent bps={token.change5mBps} /> 5m · <Percent bps={token.change24hBps} /> 24h
        </div>
      </div>
      <dl className="token-figures">
        {opens === '' ? null : <Stat label="Opens">{opens}</Stat>}
        <Stat label="Market cap">
          <LastCap token={token} />
        </Stat>
        <Stat label="Liquidity">
          <Sol lamports={token.liquidityLamports} digits="compact" unit="SOL" />
        </Stat>
        <Stat label="Volume 5m">
          <Sol lamports={token.volume5mLamports} digits="compact" unit="SOL" />
        </Stat>
        <Stat label="Volume 24h">
          <Sol lamports={token.volume24hLamports} digits="compact" unit="SOL" />
        </Stat>
        {curve === null ? null : <Stat label={stageLabels[curve.stage]}>{progressText(curve.progressPpm)}</Stat>}
        <Stat label="Buys / sells 5m">
          <span className="up">▲{token.buys5m}</span> / <span className="down">▼{token.sells5m}</span>
        </Stat>
      </dl>
    </div>
  )
}

/** Keeps trailing zeros, so that the figures beside it do not move. */
function LastPrice({ token }: { token: TokenDetail }) {
  return <LivePrice price={useLivePrice(token)} zeros="keep" />
}

function LastCap({ token }: { token: TokenDetail }) {
  return <LiveSol lamports={useLiveCap(token)} digits="compact" unit="SOL" />
}
