import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core'
import {
  IconCheck,
  IconClockExclamation,
  IconDots,
  IconFirstAidKit,
  IconSignature,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { PhoneLink } from '../../../components/PhoneLink.tsx'
import { phoneHref } from '../../../components/phone.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { useTakeAtOnce } from '../../payments/staff/TakePayment.tsx'
import classes from './Roster.module.css'
import type { Marks, RosterSeat } from './rosterSeat.ts'
import { ToAsk } from './ToAsk.tsx'
import { type RosterOf, useNoteAttendance } from './useRosterAttendance.ts'

/** What staff begin with someone on a roster. */
export interface RosterTask {
  readonly kind: 'pay' | 'payment' | 'waiver' | 'care'
  readonly seat: RosterSeat
}

interface RosterRowProps {
  of: RosterOf
  seat: RosterSeat
  number: number
  /** Null where nobody is checked in: a canceled registration or session. */
  marks: Marks | null
  onTask: (task: RosterTask) => void
  /** Items at the end of the menu, such as Cancel. */
  menu: (seat: RosterSeat) => ReactNode
}

/** Someone on a roster: who, whom to call, what is owed, whether they came, and what is still to be asked of them. */
export function RosterRow({ of, seat, number, marks, onTask, menu }: RosterRowProps) {
  const { name, age, adult, status } = seat
  return (
    <Text
      as="li"
      size="sm"
      numbers
      className={classes.row}
      data-canceled={status === 'canceled' || undefined}
    >
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <Row shrinks className={classes.player}>
        <Text as="strong" strong breaks className={classes.name}>
          {name}
        </Text>
        {age !== null && (
          <span className={classes.age} data-outside={seat.isOutsideAges || undefined}>
            <VisuallyHidden>Age </VisuallyHidden>
            {age}
            {seat.isOutsideAges && ', outside the range'}
          </span>
        )}
        {seat.isGuest && <span className={classes.age}>Guest</span>}
        {status !== 'canceled' && (
          <ToAsk
            of={{ ...seat, missing_care: seat.missingCare, has_note: seat.hasNote }}
            onAsk={seat.participantId ? (kind) => onTask({ kind, seat }) : undefined}
          />
        )}
      </Row>
      <Text as="div" tone="dim" breaks shrinks className={classes.parent}>
        {adult ? (
          <>
            {adult.name !== name &&
              (adult.id ? (
                <Link to="/admin/users/$userId" params={{ userId: adult.id }}>
                  {adult.name}
                </Link>
              ) : (
                adult.name
              ))}{' '}
            {adult.phone && <PhoneLink phone={adult.phone} className={classes.phone} />}
          </>
        ) : (
          'The account is deleted.'
        )}
      </Text>
      <div className={classes.payment}>
        <Payment seat={seat} onTask={onTask} />
      </div>
      <div className={classes.today}>
        {marks?.here ? <Present of={of} seat={seat} marks={marks} /> : <SignedUp at={seat.registeredAt} />}
      </div>
      <RowMenu of={of} seat={seat} marks={marks} onTask={onTask}>
        {menu(seat)}
      </RowMenu>
    </Text>
  )
}

function Payment({ seat, onTask }: Pick<RosterRowProps, 'seat' | 'onTask'>) {
  const { name, status, owed, payable } = seat
  const takeAtOnce = useTakeAtOnce()
  const [isTaking, setTaking] = useState(false)
  async function take(method: 'cash' | 'desk_card') {
    setTaking(true)
    await takeAtOnce({ items: [payable], amount: owed, method }, () => onTask({ kind: 'pay', seat }))
    setTaking(false)
  }
  if (status === 'canceled') return <span className={classes.quiet}>Canceled</span>
  if (owed > 0) {
    const due = formatRate(centsFromDollars(owed))
    const button = (method: 'cash' | 'desk_card', text: string, label: string) => (
      <Button
        variant="light"
        className={classes.take ?? ''}
        aria-label={label}
        disabled={isTaking}
        onClick={() => void take(method)}
      >
        {text}
      </Button>
    )
    return (
      <span className={classes.split}>
        {button('cash', `Take ${due} Cash`, `Take ${due} Cash, ${name}`)}
        {button('desk_card', 'Card', `Card, take ${due} from ${name}`)}
      </span>
    )
  }
  const paid = (
    <>
      <IconCheck size={16} stroke={3} aria-hidden />
      Paid
    </>
  )
  return seat.hasPayment ? (
    <button
      type="button"
      className={classes.paid}
      aria-label={`Paid: payment details of ${name}`}
      onClick={() => onTask({ kind: 'payment', seat })}
    >
      {paid}
    </button>
  ) : (
    <span className={classes.paid}>{paid}</span>
  )
}

/** One press notes it, the same press takes it back. */
function Present({ of, seat, marks }: Pick<RosterRowProps, 'of' | 'seat'> & { marks: Marks }) {
  const { note, isPending } = useNoteAttendance(of, seat)
  const { attendance, name } = seat
  const isHere = attendance === 'checked_in' || attendance === 'late'
  return (
    <span className={classes.marks}>
      <button
        type="button"
        data-kind="here"
        aria-pressed={isHere}
        aria-label={`${attendance === 'late' ? 'Late' : 'Present'}: ${name}`}
        disabled={isPending}
        onClick={() => note(attendance === 'late' ? 'late' : 'checked_in')}
      >
        {isHere && <IconCheck size={16} stroke={3} aria-hidden />}
        {attendance === 'late' ? 'Late' : 'Present'}
      </button>
      <button
        type="button"
        data-kind="absent"
        aria-pressed={attendance === 'no_show'}
        aria-label={`No-Show: ${name}`}
        disabled={!marks.absent || isPending}
        onClick={() => note('no_show')}
      >
        No-Show
      </button>
    </span>
  )
}

function SignedUp({ at }: { at: string }) {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  return (
    <span className={classes.quiet}>
      <VisuallyHidden>Registered </VisuallyHidden>
      {formatDay(facilityDay(at, zone), 'dense')}, {formatTime(at, zone)}
    </span>
  )
}

function RowMenu(props: Omit<RosterRowProps, 'number' | 'menu'> & { children: ReactNode }) {
  const { of, seat, marks, onTask, children } = props
  const { note } = useNoteAttendance(of, seat)
  const { name, adult, status, participantId } = seat
  return (
    <Menu
      position="bottom-end"
      width={264}
      shadow="lg"
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#main' }}
      classNames={{ item: classes.menuItem ?? '' }}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          className={classes.dots ?? ''}
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {seat.owed > 0 && <Menu.Item onClick={() => onTask({ kind: 'pay', seat })}>Take Payment…</Menu.Item>}
        {seat.hasPayment && <Menu.Item onClick={() => onTask({ kind: 'payment', seat })}>Payment…</Menu.Item>}
        {marks?.here && seat.attendance !== 'late' && (
          <Menu.Item
            leftSection={<IconClockExclamation size={18} aria-hidden />}
            onClick={() => note('late')}
          >
            Late
          </Menu.Item>
        )}
        {participantId && status !== 'canceled' && (
          <>
            <Menu.Item
              leftSection={<IconFirstAidKit size={18} aria-hidden />}
              onClick={() => onTask({ kind: 'care', seat })}
            >
              Medical Note and Contacts
            </Menu.Item>
            {seat.unsigned.length > 0 && (
              <Menu.Item
                leftSection={<IconSignature size={18} aria-hidden />}
                onClick={() => onTask({ kind: 'waiver', seat })}
              >
                Hand Over the Waiver
              </Menu.Item>
            )}
          </>
        )}
        {adult?.phone && (
          <Menu.Item component="a" href={phoneHref(adult.phone)}>
            Call {adult.phone}
          </Menu.Item>
        )}
        {adult?.email && (
          <Menu.Item component="a" href={`mailto:${adult.email}`}>
            Write to {adult.email}
          </Menu.Item>
        )}
        {adult?.id && <OpenPerson id={adult.id} name={adult.name} />}
        <Menu.Divider />
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

const OpenPerson = ({ id, name }: { id: string; name: string }) => (
  <Menu.Item renderRoot={(props) => <Link {...props} to="/admin/users/$userId" params={{ userId: id }} />}>
    Open {name}’s page
  </Menu.Item>
)
