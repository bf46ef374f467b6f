import { IconReceipt, IconUser } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Participation } from '../../shared/contract/accounts/participation.ts'
import { centsFromDollars, formatDollars } from '../../shared/domain/money/money.ts'
import { dayParts } from '../../shared/domain/time/timeFormat.ts'
import { Heading, markedLink, Panel, Row, Text } from '../ui/layout.tsx'
import wholeCard from '../ui/wholeCard.module.css'
import classes from './ItemCard.module.css'

/** The colour of a status: settled, to be paid or done, no longer of interest, or a problem. */
export type Tone = 'good' | 'open' | 'quiet' | 'bad'

/** The status of what is canceled, which says whether money came back for it. */
export const canceledStatus = (isRefunded: boolean): { tone: Tone; label: string } => ({
  tone: 'quiet',
  label: isRefunded ? 'Canceled, Refunded' : 'Canceled',
})

/** A status in a word or two. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Text as="span" size="sm" strong className={classes.chip} data-tone={tone}>
      {children}
    </Text>
  )
}

interface ItemCardProps {
  /** The id of the card's element, where links lead to it. */
  id?: string
  title: string
  /** The page of what was booked. */
  page?: LinkProps | undefined
  /** Who takes part, and who booked it. */
  who: Participation
  /** The facility day that the tile shows. */
  day: string
  chip: { tone: Tone; label: string }
  /** In dollars; undefined shows no price. */
  cost?: number | undefined
  /** Under the status. */
  note?: string | undefined
  /** False dims the date: the item is past or canceled. */
  upcoming: boolean
  canceled?: boolean
  /** When, where, with whom: a line each. */
  children: ReactNode
  /** Buttons and links, in a row at the foot of the card. */
  actions?: ReactNode
}

/** A booking, lesson or registration of the customer: what, when, its price and its status. */
export function ItemCard(props: ItemCardProps) {
  const { id, title, page, who, day, chip, cost, note, upcoming, canceled = false, children, actions } = props
  const { month, date } = dayParts(day)
  return (
    <Panel
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      as="li"
      padded
      className={classes.card}
      data-canceled={canceled || undefined}
      data-past={!upcoming || undefined}
    >
      <Heading as="p" size="2xl" className={classes.date} aria-hidden>
        <span className={classes.month}>{month}</span>
        {date}
      </Heading>
      <div>
        <Heading as="h4" breaks className={classes.title}>
          {page ? (
            <Link {...page} className={`${wholeCard.link} ${classes.page}`}>
              {title}
            </Link>
          ) : (
            title
          )}
        </Heading>
        <ForWhom {...who} />
        {children}
      </div>
      <Row align="baseline" className={classes.money}>
        {cost !== undefined && (
          <Text size="xl" strong numbers>
            {formatDollars(centsFromDollars(cost))}
          </Text>
        )}
        <Text>
          <StatusChip tone={chip.tone}>{chip.label}</StatusChip>
        </Text>
        {note && (
          <Text tone="dim" size="sm">
            {note}
          </Text>
        )}
      </Row>
      {actions && <Row className={classes.actions}>{actions}</Row>}
    </Panel>
  )
}

/** Who takes part, and which adult booked it; nothing where both are the reader. */
function ForWhom({ participant, booked_by }: Participation) {
  if (!participant && !booked_by) return null
  return (
    <Row as="p" gap={6} nowrap align="stretch" above={2} below={2} className={classes.who}>
      <IconUser size={18} aria-hidden />
      <span>
        {participant && (
          <>
            For <strong>{participant.name}</strong>
          </>
        )}
        {booked_by && (
          <Text as="span" tone="dim">{`${participant ? ', booked' : 'Booked'} by ${booked_by}`}</Text>
        )}
      </span>
    </Row>
  )
}

/** The day and the times, on the facility's clock. */
export function When({ day, times }: { day: string; times: string | undefined }) {
  return (
    <>
      <p className={classes.line}>{day}</p>
      {times && (
        <Text strong numbers className={classes.times}>
          {times}
        </Text>
      )}
    </>
  )
}

/** A further line: where, with whom. */
export function CardLine({ children }: { children: ReactNode }) {
  return (
    <Text tone="dim" className={classes.aside}>
      {children}
    </Text>
  )
}

/** A note that someone wrote about it. */
export function CardNote({ by, children }: { by: string; children: ReactNode }) {
  return (
    <Text breaks lines above={6} className={classes.written}>
      <strong>{by}:</strong> {children}
    </Text>
  )
}

interface CardLinkProps {
  href: string
  /** The link's full name for a screen reader, where several cards have the same link; begins with the visible text. */
  label: string
  newTab?: boolean
  children: ReactNode
}

/** A link at the foot of a card, large enough for a thumb. */
export function CardLink({ href, label, newTab = false, children }: CardLinkProps) {
  const target = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} className={`${markedLink} ${classes.link}`} aria-label={label} {...target}>
      {children}
    </a>
  )
}

/** The payment provider's receipt, in a new tab; a screen reader hears what it is `of`. */
export function ReceiptLink({ url, of }: { url: string; of: string }) {
  return (
    <CardLink href={url} label={`View Receipt: ${of}`} newTab>
      <IconReceipt size={20} aria-hidden />
      View Receipt
    </CardLink>
  )
}
