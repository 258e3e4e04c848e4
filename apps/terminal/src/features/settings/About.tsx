import type { ReactNode } from 'react'
import { version } from '../../../package.json'
import { useNetwork } from '../../data/network.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Section } from './Section.tsx'

/** Tern's version, the chain, and the licences of the parts. */
export function About() {
  const network = useNetwork()
  return (
    <Section name="about" title="About">
      <dl className="facts-list">
        <Fact name="Tern">{version}</Fact>
        <Fact name="Licence">Apache-2.0</Fact>
        <Fact name="Network">{network?.name ?? <Skeleton width={64} />}</Fact>
        <Fact name="Genesis hash">
          {network === undefined ? (
            <Skeleton width={120} />
          ) : (
            <span className="mono genesis" translate="no">
              {network.genesisHash}
            </span>
          )}
        </Fact>
      </dl>
      {network?.kind === 'practice' ? (
        <p className="hint">
          The practice chain simulates the trading programs. Programs on mainnet may behave differently.
        </p>
      ) : null}
      <p className="hint">
        Charts by{' '}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          TradingView
        </a>{' '}
        Lightweight Charts™, Apache-2.0. Inter and JetBrains Mono, SIL Open Font License 1.1.
      </p>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
