import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Failed, Locked, Offline, PageState } from '../ui/PageState.tsx'
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
          <Locked why="Locked after 30 min without activity. Balances stay visible." onUnlock={nothing} />
        </div>
        <div className="card">
          <Offline onRetry={nothing}>Last update 03:04:12. Trading is off until the feed is back.</Offline>
        </div>
        <div className="card">
          <Failed title="Pool data could not be read" action={<Button>Use another RPC</Button>}>
            The RPC answered 429, too many requests. Next try in 8 s.
          </Failed>
        </div>
      </div>
      <Banner kind="caution" place="inset" end={<Button size="small">Reconnect</Button>}>
        Prices are 14 s old. Trades need a second press.
      </Banner>
      <Banner kind="danger" place="inset" end={<Button size="small">Details</Button>}>
        Both direct and relay transactions failed. Nothing was sent.
      </Banner>
      <Banner kind="danger" place="inset" end={<Button size="small">Reload for Mainnet</Button>}>
        This server trades on Mainnet now. The page shows Practice: your wallets are locked and nothing is sent.
      </Banner>
      <Banner kind="plain" place="inset">
        Farm deposit feature disabled in your region.
      </Banner>
    </Part>
  )
}
