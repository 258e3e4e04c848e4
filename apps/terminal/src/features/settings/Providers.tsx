import { useNetwork } from '../../data/network.ts'
import { changeSettings, settings, useSettings } from '../../data/settings/settings.ts'
import { type TippedProvider, tippedProviders } from '../../data/settings/standardSettings.ts'
import { type KnownProvider, useProviders } from '../../data/trade/providers.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Check } from '../../ui/Check.tsx'
import { Section } from './Section.tsx'

/** The submission providers: on or off, minimum tip, latency and last error. */
export function Providers() {
  const network = useNetwork()
  const known = useProviders()
  return (
    <Section name="providers" title="Providers">
      {network?.kind === 'practice' ? (
        <p className="hint">Practice chain: trades are sent directly. Tipped providers work on real networks only.</p>
      ) : (
        <p className="hint">
          Providers land your trades for a tip (the bribe). A trade goes through jito or temporal if the bribe covers
          their minimum tip, otherwise through the fastest provider that it covers. Without a provider, the trade is
          sent directly. Latency is the round trip from this server.
        </p>
      )}
      <ul className="providers">
        {known === undefined ? (
          <li>
            <Skeleton width={120} />
          </li>
        ) : (
          known.map(provider => <Row key={provider.name} provider={provider} />)
        )}
      </ul>
    </Section>
  )
}

function Row({ provider }: { provider: KnownProvider }) {
  const { minimumTip, lastError } = provider
  return (
    <li>
      <Choice provider={provider} />
      <span className="provider-tip soft">
        {minimumTip === 0n ? 'no tip' : `from ${plainDecimal(minimumTip, inSol)} SOL`}
      </span>
      <span className="provider-latency">
        <Distance provider={provider} />
      </span>
      {lastError === null ? null : (
        <p className="hint">
          Last error, {agoText(lastError.agoMs)}: {lastError.text}
        </p>
      )}
    </li>
  )
}

function Choice({ provider: { name, standing } }: { provider: KnownProvider }) {
  const { providers } = useSettings()
  const tipped = tippedProviders.find(one => one === name)
  if (tipped === undefined || standing !== 'ready')
    return (
      <span className="provider-name">
        {name} {standing === 'ready' ? <span className="faint">always on</span> : null}
      </span>
    )
  return (
    <span className="provider-name">
      <Check kind="switch" checked={providers.includes(tipped)} onChange={isOn => turn(tipped, isOn ? 'on' : 'off')}>
        {name}
      </Check>
    </span>
  )
}

function turn(provider: TippedProvider, to: 'on' | 'off') {
  const before = settings.get().providers
  changeSettings({
    providers: tippedProviders.filter(name => (name === provider ? to === 'on' : before.includes(name))),
  })
}

function Distance({ provider: { standing, needsKey, isResting, latencyMs } }: { provider: KnownProvider }) {
  if (standing === 'unset') return <span className="faint">{needsKey ? 'no API key' : 'not set up'}</span>
  if (isResting) return <span className="warn">down</span>
  return latencyMs === null ? <span className="faint">not measured</span> : `${latencyMs} ms`
}

function agoText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s ago` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : 'over an hour ago'
}
