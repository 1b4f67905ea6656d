import { useMemo } from 'react'
import { useLive, useLiveList } from '../../live/use-live.ts'
import type { ShownShipment } from '../types.ts'
import { type Kind, pointOfDiscrepancy, pointOfEvent, pointOfScan, pointsOfAdjustment, pointsOfClaim, type WayPoint } from './points.ts'
import { inOrder, mergeStreams, type Order } from './streams.ts'

/**
 * Maximum number of price corrections that are loaded. A parcel has fewer in practice. If it has more, the page says that the list is cut
 * off.
 */
const MOST = 100

/** Loads the parcel's costs and their reasons. */
export const useMoney = (id: string) => {
  const below = `/v2/shipments/${id}` as const
  const adjustments = useLive(`${below}/adjustments`, { limit: MOST })
  const discrepancies = useLive(`${below}/discrepancies`, { limit: MOST })
  const claims = useLive('/v2/claims', { shipment_id: id, limit: MOST })
  return { adjustments, discrepancies, claims, error: adjustments.error ?? discrepancies.error ?? claims.error }
}
export type Money = ReturnType<typeof useMoney>

/** Returns the loaded part of the timeline. `show` selects the kinds of points. If it is null, all kinds are shown. */
export const useWay = (shipment: ShownShipment, money: Money, order: Order, show: ReadonlySet<Kind> | null) => {
  const below = `/v2/shipments/${shipment.id}` as const
  const shows = (kind: Kind) => show === null || show.has(kind)
  const wantsEvents = shows('event') || shows('label') || shows('hold') || shows('money')
  const scans = useLiveList(`${below}/scans`, { order }, { isHistory: true, enabled: shows('scan') })
  const events = useLiveList(`${below}/events`, { order }, { isHistory: true, enabled: wantsEvents })
  const [hasScans, hasEvents] = [scans.isDone || !shows('scan'), events.isDone || !wantsEvents]
  const scanned = useMemo(() => inOrder(scans.items.map(pointOfScan), order), [scans.items, order])
  const happened = useMemo(() => inOrder(events.items.map(pointOfEvent), order), [events.items, order])
  const [adjustments, discrepancies, claims] = [money.adjustments.data, money.discrepancies.data, money.claims.data]
  const paid = useMemo(
    () =>
      inOrder(
        [
          ...(adjustments?.data.flatMap(pointsOfAdjustment) ?? []),
          ...(discrepancies?.data.map(pointOfDiscrepancy) ?? []),
          ...(claims?.data.flatMap((claim) => pointsOfClaim(claim)) ?? []),
        ],
        order,
      ),
    [adjustments, discrepancies, claims, order],
  )
  const line = useMemo((): WayPoint[] => {
    const merged = mergeStreams(
      [
        { points: scanned, isDone: hasScans },
        { points: happened, isDone: hasEvents },
        { points: paid, isDone: true },
      ],
      order,
    )
    return show === null ? merged : merged.filter(({ kind }) => show.has(kind))
  }, [scanned, happened, paid, hasScans, hasEvents, order, show])
  const isDone = hasScans && hasEvents
  const [scansMore, eventsMore] = [scans.more, events.more]
  const more = useMemo(() => (isDone ? null : () => void Promise.all([scansMore?.(), eventsMore?.()])), [isDone, scansMore, eventsMore])
  return {
    line,
    more,
    error: scans.error ?? events.error ?? money.error,
    isLoading: scans.isLoading || events.isLoading,
  }
}
