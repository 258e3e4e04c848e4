import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { useState } from 'react'
import { feed } from '../../data/market/liveTrades.ts'
import { referralLink } from '../../data/referral/referrer.ts'
import { useStore } from '../../data/store.ts'
import { trpc } from '../../data/trpc.ts'
import { errorText } from '../../text/errorText.ts'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { Unread } from '../../ui/Unread.tsx'

const earnedQuery = (owner: Address) =>
  queryOptions({
    queryKey: ['referral', owner],
    queryFn: () => trpc.referral.earned.query({ owner }),
    refetchInterval: 30_000,
  })

/** The wallet's referral link and its earnings. Absent on a server without a trade fee. */
export function Referral({ address }: { address: Address }) {
  const { data: row, error, refetch } = useQuery(earnedQuery(address))
  // If the server is away, the banner says so.
  const isAway = useStore(feed).state === 'down'
  if (row === undefined && error !== null && !isAway)
    return <Unread what="Could not load your referral earnings" error={error} onRetry={() => void refetch()} />
  if (row === undefined || row === null) return null
  const share = `${row.shareBps / 100}%`
  return (
    <section className="card" aria-label="Referral">
      <div className="reclaim">
        <div className="reclaim-words">
          <h2>Invite others</h2>
          <p className="hint">
            You earn {share} of the trade fees of everyone who first came through your link. Their first trade records
            your code on chain. The operator of this server pays you.
          </p>
        </div>
        {row.code === null ? <MakeCode address={address} /> : <Shared code={row.code} />}
      </div>
      {row.code === null ? null : (
        <dl className="referral-figures">
          <Stat label="Traders">{row.traders}</Stat>
          <Stat label="Trades">{row.trades}</Stat>
          <Stat label="Earned">
            <Sol lamports={BigInt(row.earnedLamports)} digits="whole" unit="SOL" />
          </Stat>
          <Stat label="Pending">
            <Sol lamports={BigInt(row.openLamports)} digits="whole" unit="SOL" />
          </Stat>
        </dl>
      )}
    </section>
  )
}

function Shared({ code }: { code: string }) {
  const link = referralLink(code)
  return (
    <div className="referral-link">
      <code>{link.replace(/^https?:\/\//, '')}</code>
      <CopyButton text={link} what="link" />
    </div>
  )
}

function MakeCode({ address }: { address: Address }) {
  const queries = useQueryClient()
  const [why, setWhy] = useState<string>()
  const make = async () => {
    try {
      await trpc.referral.makeCode.mutate({ owner: address })
      setWhy(undefined)
      await queries.invalidateQueries(earnedQuery(address))
    } catch (error) {
      setWhy(errorText(error))
    }
  }
  return (
    <div className="reclaim-action">
      <Button look="paper" onClick={() => void make()}>
        Get my link
      </Button>
      {why === undefined ? null : (
        <p className="hint" role="alert">
          ✕ {why}
        </p>
      )}
    </div>
  )
}
