import { useQuery } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import { useEffect, useMemo } from 'react'
import { useStore } from '../store.ts'
import { type Flight, flights, isOver } from './flights.ts'
import { mergeFlights } from './items.ts'
import { notedFlights } from './notedFlights.ts'
import { sentJournal } from './sentJournal.ts'

/** A wallet's transactions of the last week from this browser, from this page and from other tabs; newest first. */
export function useFlights(owner: Address): readonly Flight[] {
  const own = useStore(flights)
  const { data, refetch } = useQuery({
    queryKey: ['notedFlights', owner],
    queryFn: async () => notedFlights(await sentJournal.list(), Date.now()).filter(one => one.owner === owner),
    // Other tabs also write to the journal.
    refetchInterval: ({ state }) => (state.data?.every(isOver) === false ? 2_000 : 10_000),
    retry: false,
  })
  useEffect(() => {
    if (own.length > 0) void refetch()
  }, [own, refetch])
  return useMemo(() => mergeFlights(own, data ?? []), [own, data])
}
