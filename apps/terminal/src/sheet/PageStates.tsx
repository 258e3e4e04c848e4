import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Failed, Offline, PageState } from '../ui/PageState.tsx'
import { Unloaded } from '../ui/Unloaded.tsx'
import { Unread } from '../ui/Unread.tsx'
import { Part } from './Part.tsx'

const nothing = () => {}

export function PageStates() {
  return (
    <Part title="Page states">
      <div className="sheet-halves">
        <div className="card">
          <PageState sign="box" title="No positions yet" action={<Button>Open Discover</Button>}>
            Tokens you buy appear here with their profit and loss.
          </PageState>
        </div>
        <div className="card">
          <PageState sign="filter" title="Nothing matches" action={<Button>Reset filters</Button>}>
            3 filters hide 311 tokens.
          </PageState>
        </div>
        <div className="card">
          <PageState sign="ring" title="Reading pools">
            212 of 311 accounts, slot 431,882,107
          </PageState>
        </div>
        <div className="card">
          <PageState sign="wallet" title="Your wallets are not loaded" action={<Button>Try again</Button>}>
            The vault at vault.tern.localhost cannot be reached.
          </PageState>
        </div>
        <div className="card">
          <PageState sign="lock" title="Wallet is locked" action={<Button look="paper">Unlock</Button>}>
            Locked after 30 min without activity. Balances stay visible.
          </PageState>
        </div>
        <div className="card">
          <Offline onRetry={nothing}>Last update 03:04:12. Trading is off until the feed is back.</Offline>
        </div>
        <div className="card">
          <Failed title="Could not load the pool" action={<Button>Use another RPC</Button>}>
            The RPC answered 429, too many requests. Next try in 8 s.
          </Failed>
        </div>
        <div className="card">
          <Unloaded what="your wallet" error={new TypeError('Failed to fetch')} onRetry={nothing} />
        </div>
      </div>
      <Unread what="Could not refresh the list" error={new TypeError('Failed to fetch')} onRetry={nothing} />
      <Banner
        kind="caution"
        place="inset"
        end={
          <>
            <span>Prices are 14 s old</span>
            <Button size="small">Reconnect</Button>
          </>
        }
      >
        Your Tern server does not answer. Trading is off; retrying every few seconds.
      </Banner>
      <Unread what="Could not load the candles" error={new TypeError('Failed to fetch')} onRetry={nothing} />
      <Banner kind="danger" place="inset" end={<Button size="small">Details</Button>}>
        Both direct and relay transactions failed. It may have landed anyway.
      </Banner>
      <Banner kind="danger" place="inset" end={<Button size="small">Reload for Mainnet</Button>}>
        This server is now on Mainnet, but the page shows Practice: your wallets are locked and nothing is sent.
      </Banner>
      <Banner kind="plain" place="inset">
        Farm deposit feature disabled in your region.
      </Banner>
    </Part>
  )
}
