import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { NextUpItem } from '../../../shared/contract/accounts/nextUp.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { readPages } from '../../api/read.ts'
import { CardLine, ItemCard, type Tone, When } from '../../components/ItemCard.tsx'
import { LoadProblem, retryFailed } from '../../components/LoadProblem.tsx'
import { type TicketTab, ticketLink } from '../../components/ticket/useTicket.ts'
import { useNow } from '../../ui/firstRender.ts'
import { Box, Heading } from '../../ui/layout.tsx'
import { loadNextPage } from '../../ui/loadNextPage.ts'
import { Deadline } from '../changes/Deadline.tsx'
import list from './AccountList.module.css'
import { ListEmpty, ListPending } from './AccountList.tsx'

/** All that the family has ahead, of every kind, soonest first: the first thing in the account. */
export function NextUp() {
  const next = useInfiniteQuery({ ...readPages('GET /api/me/next-up', { page_size: 6 }), staleTime: 0 })
  const facility = useQuery(facilityQuery)
  const now = useNow()
  const error = next.data && facility.data ? null : (next.error ?? facility.error)
  const items =
    next.data &&
    rowsOf(
      next.data.pages.flatMap((page) => page.items),
      next.hasNextPage,
    )
  const rows = useFocusOnNew(items?.length ?? 0)
  const today = facility.data && facilityDay(now, facility.data.time_zone)
  return (
    <Box as="section" below="lg" aria-labelledby="next-up">
      <Heading below="sm" as="h3" size="part" id="next-up">
        Next Up
      </Heading>
      {error && <LoadProblem what="next dates" error={error} onRetry={() => retryFailed(next, facility)} />}
      {!error && !(items && today) && <ListPending what="next dates" />}
      {items && today && items.length === 0 && (
        <ListEmpty
          title="Nothing coming up"
          line="Book a cage, a lesson, a class or a camp, and it will show up here."
          to="/book-cage"
          label="Book a Cage"
        />
      )}
      {items && today && items.length > 0 && (
        <ol ref={rows} className={list.list}>
          {items.map(({ item, ids }) => (
            <NextUpCard key={item.key} item={item} ids={ids} today={today} />
          ))}
        </ol>
      )}
      {next.hasNextPage && (
        <button
          type="button"
          className={list.more}
          disabled={next.isFetchingNextPage}
          onClick={() => {
            rows.current?.setAttribute('data-asked', '')
            void loadNextPage(next)
          }}
        >
          {next.isFetchNextPageError ? 'That didn’t load. Try again' : 'Show More'}
        </button>
      )}
    </Box>
  )
}

interface NextUpRow {
  readonly item: NextUpItem
  /** What is on its ticket. */
  readonly ids: readonly string[]
}

/**
 * Brothers and sisters in one class session or camp are one row, with all their names and what it costs for all of them.
 *
 * @param isMore whether a later page may have others of the last start: its seats wait for them, or a row would leave one out.
 */
export function rowsOf(read: readonly NextUpItem[], isMore = false): NextUpRow[] {
  const last = startOf(read.at(-1))
  const whole = isMore ? read.filter((item) => !isSeat(item) || startOf(item) !== last) : read
  const items = whole.length > 0 ? whole : read
  const rows = Map.groupBy(items, ({ participant, ...item }) =>
    participant && isSeat(item) ? JSON.stringify({ ...item, id: '', key: '', participant: '' }) : item.key,
  )
  return [...rows.values()].flatMap((all) => {
    const [item] = all
    if (!item?.participant || all.length === 1) return item ? [{ item, ids: [item.id] }] : []
    const name = new Intl.ListFormat('en-US').format(all.map(({ participant }) => participant?.name ?? ''))
    const cost = all.reduce((sum, one) => sum + one.cost, 0)
    return [
      { item: { ...item, cost, participant: { ...item.participant, name } }, ids: all.map(({ id }) => id) },
    ]
  })
}

const isSeat = ({ kind }: Pick<NextUpItem, 'kind'>) => kind === 'class' || kind === 'camp'

const startOf = (item: NextUpItem | undefined) => `${item?.day} ${item?.start_time}`

/** Once more rows are asked for and there, the focus moves to the first of them: the button has moved away. */
function useFocusOnNew(count: number) {
  const rows = useRef<HTMLOListElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const fresh = rows.current?.querySelectorAll<HTMLElement>(':scope > li')[before.current]
    if (rows.current?.hasAttribute('data-asked') && count > before.current && fresh) {
      rows.current.removeAttribute('data-asked')
      fresh.tabIndex = -1
      fresh.focus({ preventScroll: true })
    }
    before.current = count
  }, [count])
  return rows
}

const tabOf: Record<NextUpItem['kind'], TicketTab> = {
  booking: 'bookings',
  lesson: 'lessons',
  class: 'classes',
  camp: 'camps',
}

function NextUpCard({ item, ids, today }: NextUpRow & { today: string }) {
  const { kind, title, place, day, start_time, end_time, part, cost, change } = item
  const times = start_time && end_time && formatWallTimeRange({ start_time, end_time })
  return (
    <ItemCard
      title={kind === 'lesson' ? `Lesson with ${title}` : title}
      page={ticketLink(tabOf[kind], ids)}
      who={item}
      day={day}
      chip={standingOf(item)}
      cost={cost}
      note={part ? `for all ${part.of} days` : undefined}
      upcoming
    >
      <When day={dayWords(day, today)} times={[times, place].filter(Boolean).join(' · ') || undefined} />
      {part && (
        <CardLine>
          Day {part.number} of {part.of}
        </CardLine>
      )}
      <Deadline
        change={change}
        ways={kind === 'booking' || kind === 'lesson' ? 'move or cancel' : 'cancel'}
      />
    </ItemCard>
  )
}

/** 'Today, Tue, Nov 24', 'Tomorrow, Wed, Nov 25', 'Thu, Nov 26'. */
export function dayWords(day: string, today: string): string {
  const near = day === today ? 'Today, ' : day === addDays(today, 1) ? 'Tomorrow, ' : ''
  return `${near}${dayInText(day, today)}`
}

function standingOf({ paid, cost }: NextUpItem): { tone: Tone; label: string } {
  if (paid) return { tone: 'good', label: cost > 0 ? 'Paid' : 'Registered' }
  return { tone: 'open', label: 'Pay on Arrival' }
}
