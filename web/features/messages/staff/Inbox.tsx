import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import type { ListedContactMessage } from '../../../../shared/contract/messages/contactMessages.ts'
import type { LoggedMessage } from '../../../../shared/contract/messages/messageDelivery.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayInText, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { inboxQuery, undeliveredQuery } from '../../../api/queries/messages.ts'
import { ColourBadge } from '../../../components/staff/StatusBadge.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { FilterChip } from '../../../ui/staff/ToolbarPage.tsx'
import { Conversation } from './Conversation.tsx'
import classes from './Inbox.module.css'
import type { MessagesSearch } from './messageStates.ts'
import { ReturnedMail } from './ReturnedMail.tsx'

/** One line of the list: what somebody wrote, or mail to somebody that came back. */
interface Item {
  readonly key: string
  readonly search: Pick<MessagesSearch, 'open' | 'mail'>
  readonly name: string
  readonly at: string
  readonly text: string
  /** Somebody has to do something. */
  readonly isNew: boolean
  readonly flag?: 'Came back' | 'No email' | undefined
}

const writtenItem = (message: ListedContactMessage): Item => ({
  key: message.id,
  search: { open: message.id, mail: undefined },
  name: message.name,
  at: message.created_at,
  text: message.last_reply === null ? message.message : `You: ${message.last_reply}`,
  isNew: message.state === 'new',
  flag: message.email === null ? 'No email' : undefined,
})

const returnedItem = (mail: LoggedMessage): Item => ({
  key: mail.id,
  search: { open: undefined, mail: mail.id },
  name: mail.recipient_name ?? mail.to_email,
  at: mail.created_at,
  text: `${mail.subject} could not be delivered`,
  isNew: true,
  flag: 'Came back',
})

/**
 * What people wrote and what came back, the newest first, and beside it the one that is open; on a phone one or the other.
 * J and K go to the next and the previous one, R to the reply, E is done with it.
 */
export function Inbox({ search }: { search: MessagesSearch }) {
  const state = search.state === 'done' || search.state === 'undelivered' ? search.state : 'open'
  const navigate = useNavigate({ from: '/admin/messages' })
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const now = useMinuteClock()
  const frame = useRef<HTMLDivElement>(null)
  const written = useInfiniteQuery({
    ...inboxQuery({ search: search.search, state: state === 'done' ? 'done' : 'open' }),
    placeholderData: keepPreviousData,
  })
  const returned = useQuery(undeliveredQuery)
  const list = pagedList(written)
  const came = (returned.data?.items ?? []).map(returnedItem)
  const wrote = (list.rows ?? []).map(writtenItem)
  const items =
    state === 'undelivered'
      ? came
      : state === 'done'
        ? wrote
        : [...(search.search ? [] : came), ...wrote].sort((a, b) => b.at.localeCompare(a.at))
  const unread = items.filter(({ isNew }) => isNew).length
  const openKey = search.open ?? search.mail
  const at = items.findIndex(({ key }) => key === openKey)
  const today = facilityDay(now, zone)
  const timeOf = (instant: string) => {
    const day = facilityDay(instant, zone)
    return day === today ? formatTime(instant, zone) : dayInText(day, today)
  }
  const go = (item: Item | undefined) => {
    if (!item) return
    void navigate({ search: (before) => ({ ...before, ...item.search }), resetScroll: false })
    frame.current?.querySelector<HTMLElement>(`[data-item="${item.key}"]`)?.focus()
  }
  const close = () => {
    void navigate({
      search: (before) => ({ ...before, open: undefined, mail: undefined }),
      resetScroll: false,
    })
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, target, altKey, ctrlKey, metaKey } = event
    const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null
    if (altKey || ctrlKey || metaKey || isTyping) return
    const pressed = key.toLowerCase()
    const act = (name: string) => frame.current?.querySelector<HTMLElement>(`[data-key="${name}"]`)
    if (pressed === 'j') go(items[at + 1])
    else if (pressed === 'k') go(items[at - 1] ?? items[0])
    else if (pressed === 'r') act('r')?.focus()
    else if (pressed === 'e') act('e')?.click()
    else return
    event.preventDefault()
  }
  const chip = (of: typeof state, label: string, count?: number) => (
    <FilterChip
      isOn={state === of}
      count={count}
      onClick={() =>
        void navigate({
          search: (before) => ({
            ...before,
            ...{ state: of === 'open' ? undefined : of, open: undefined, mail: undefined },
          }),
          resetScroll: false,
        })
      }
    >
      {label}
    </FilterChip>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for what is inside, which has buttons for each.
    <div
      ref={frame}
      className={classes.inbox}
      data-open={openKey !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={classes.people}>
        <Row gap={8} align="stretch" className={classes.chips}>
          {chip('open', 'Open', state === 'open' ? unread : undefined)}
          {chip('done', 'Done')}
          {chip('undelivered', 'Undelivered', returned.data?.failed || undefined)}
        </Row>
        {list.error && <ErrorAlert error={list.error} onRetry={list.reload} />}
        {!list.rows && !list.error && <Skeleton height={244} radius={0} />}
        <ul className={classes.list} aria-label="Contact messages">
          {items.map((item) => (
            <li key={item.key} data-row={item.key}>
              <Link
                from="/admin/messages"
                to="/admin/messages"
                search={(before) => ({ ...before, ...item.search })}
                resetScroll={false}
                data-item={item.key}
                className={classes.item}
                data-new={item.isNew || undefined}
                aria-current={item.key === openKey ? 'true' : undefined}
              >
                <Text as="span" size="md" nowrap className={classes.name} title={item.name}>
                  {item.name}
                </Text>
                {item.flag && (
                  <ColourBadge label={item.flag} colour={item.flag === 'Came back' ? 'red' : 'gray'} />
                )}
                <Text as="span" tone="dim" size="xs" numbers className={classes.time}>
                  {timeOf(item.at)}
                </Text>
                <Text as="span" tone="dim" nowrap className={classes.preview} title={item.text}>
                  {item.text}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
        {list.rows && items.length === 0 && (
          <p className={classes.none}>
            {search.search
              ? 'No messages found. Try another name, address or text.'
              : state === 'open'
                ? 'All answered.'
                : state === 'done'
                  ? 'Nothing is done yet.'
                  : 'All mail was delivered.'}
          </p>
        )}
        {list.loadMore && state !== 'undelivered' && (
          <Button variant="subtle" loading={list.isLoadingMore} onClick={list.loadMore}>
            Load More
          </Button>
        )}
      </div>
      <section className={classes.thread} aria-label="Message">
        {search.open ? (
          <Conversation
            key={search.open}
            id={search.open}
            zone={zone}
            onBack={close}
            onDone={() => go(items[at + 1])}
          />
        ) : search.mail ? (
          <ReturnedMail key={search.mail} id={search.mail} zone={zone} onBack={close} />
        ) : (
          <p className={classes.none}>Choose a message to read and answer it.</p>
        )}
      </section>
    </div>
  )
}
