import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconClockExclamation, IconDots, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminClassRegistration } from '../../../../../shared/contract/programs/classSessions.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { phoneHref } from '../../../../components/phone.ts'
import { ContactLinks } from '../../../../components/staff/ContactLinks.tsx'
import { MissingCare } from '../../../../components/staff/MissingCare.tsx'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { Row, Text } from '../../../../ui/layout.tsx'
import { TakePaymentMenu } from '../../../payments/staff/TakePayment.tsx'
import type { SeatTask } from './SeatTasks.tsx'
import classes from './sessions.module.css'
import { useAttendance } from './useAttendance.ts'

interface SeatRowProps {
  sessionId: string
  seat: AdminClassRegistration
  /** What can be noted of who came; null for a canceled seat. */
  marks: { here: boolean; absent: boolean } | null
  onTask: (task: SeatTask) => void
}

/** One registration: who takes part, who answers for it, what is owed, and whether they came. */
export function SeatRow({ sessionId, seat, marks, onTask }: SeatRowProps) {
  const { participant, status, owed, customer_name, isGuest, registered_by } = seat
  const facts = [
    participant.age !== null && `${participant.age} years`,
    !participant.is_customer && `with ${customer_name}`,
    isGuest && 'Guest',
    registered_by && `Entered by ${registered_by}`,
  ].filter(Boolean)
  return (
    <Row as="li" gap="sm" apart className={classes.seat}>
      <div className={classes.who}>
        <strong className={classes.name}>{participant.name}</strong>
        <StatusBadge status={status} />
        {status !== 'canceled' && <MissingCare of={participant} />}
        {owed > 0 && (
          <Text as="span" tone="problem" strong>
            {formatAmount(owed)} owed
          </Text>
        )}
        {facts.length > 0 && <span className={classes.about}>{facts.join(' · ')}</span>}
        <div className={classes.contact}>
          <ContactLinks email={seat.customer_email} phone={seat.customer_phone} inline />
        </div>
      </div>
      <div className={classes.marks}>
        {marks && <Attendance sessionId={sessionId} seat={seat} marks={marks} />}
        <SeatMenu sessionId={sessionId} seat={seat} marks={marks} onTask={onTask} />
      </div>
    </Row>
  )
}

type AttendanceProps = Pick<SeatRowProps, 'sessionId' | 'seat'> & {
  marks: NonNullable<SeatRowProps['marks']>
}

/** One press notes it, the same press takes it back. */
function Attendance({ sessionId, seat, marks }: AttendanceProps) {
  const { note, isPending } = useAttendance(sessionId, seat)
  const { attendance, participant } = seat
  const isHere = attendance === 'checked_in' || attendance === 'late'
  return (
    <>
      <UnstyledButton
        className={classes.mark ?? ''}
        data-kind="here"
        aria-pressed={isHere}
        aria-label={`Present: ${participant.name}${attendance === 'late' ? ', late' : ''}`}
        disabled={!marks.here || isPending}
        onClick={() => void note(attendance === 'late' ? 'late' : 'checked_in')}
      >
        <IconCheck size={20} aria-hidden />
        {attendance === 'late' ? 'Late' : 'Present'}
      </UnstyledButton>
      <UnstyledButton
        className={classes.mark ?? ''}
        data-kind="absent"
        aria-pressed={attendance === 'no_show'}
        aria-label={`No-show: ${participant.name}`}
        disabled={!marks.absent || isPending}
        onClick={() => void note('no_show')}
      >
        <IconUserOff size={20} aria-hidden />
        No-show
      </UnstyledButton>
    </>
  )
}

function SeatMenu({ sessionId, seat, marks, onTask }: SeatRowProps) {
  const { note } = useAttendance(sessionId, seat)
  const [opened, setOpened] = useState(false)
  const { status, participant, user_id, payment_id, paid_by } = seat
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={264}
      shadow="lg"
      withInitialFocusPlaceholder={false}
      withinPortal={false}
      classNames={{ item: classes.menuItem ?? '' }}
      // What takes a payment waits for its answer.
      keepMounted
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          // The dialog around it leaves Escape to the open menu.
          data-mantine-stop-propagation={opened || undefined}
          aria-label={`Actions for ${participant.name}`}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'unpaid' && (
          <TakePaymentMenu
            items={[{ kind: 'class_registration', id: seat.id }]}
            amount={seat.owed}
            onOther={() => onTask({ kind: 'pay', seat })}
          />
        )}
        {payment_id && (
          <Menu.Item onClick={() => onTask({ kind: 'payment', seat })}>
            {status === 'paid' && paid_by === 'desk' ? 'Payment, or Set Unpaid…' : 'Payment…'}
          </Menu.Item>
        )}
        {marks?.here && seat.attendance !== 'late' && (
          <Menu.Item
            leftSection={<IconClockExclamation size={18} aria-hidden />}
            onClick={() => void note('late')}
          >
            Late
          </Menu.Item>
        )}
        {seat.customer_phone && (
          <Menu.Item component="a" href={phoneHref(seat.customer_phone)}>
            Call {seat.customer_phone}
          </Menu.Item>
        )}
        {seat.customer_email && (
          <Menu.Item component="a" href={`mailto:${seat.customer_email}`}>
            Write to {seat.customer_email}
          </Menu.Item>
        )}
        {user_id && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/admin/users/$userId" params={{ userId: user_id }} />}
          >
            Open {seat.customer_name}’s page
          </Menu.Item>
        )}
        <Menu.Divider />
        {status !== 'canceled' && (
          <Menu.Item onClick={() => onTask({ kind: 'cancel', seat })}>Cancel Registration…</Menu.Item>
        )}
        <Menu.Item color="var(--mantine-color-error)" onClick={() => onTask({ kind: 'delete', seat })}>
          Delete Registration…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
