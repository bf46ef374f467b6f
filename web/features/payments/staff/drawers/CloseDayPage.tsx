import { Button, Skeleton, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type DrawerShift,
  moveDrawerCash,
  openDrawer,
} from '../../../../../shared/contract/payments/drawers.ts'
import { centsFromDollars, formatAmount, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { attentionQuery } from '../../../../api/queries/dashboard.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import {
  closingsQuery,
  drawersQuery,
  refreshDrawers,
  staffPaymentsKey,
} from '../../../../api/queries/staffPayments.ts'
import { useSession } from '../../../../api/session.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { MoneyField } from '../../../../ui/NumberField.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../../ui/toast.ts'
import { moneyText, readNumber } from '../../../../ui/typedNumber.ts'
import { CountDrawer } from './CountDrawer.tsx'
import { signed } from './DrawerSums.tsx'
import classes from './drawers.module.css'

/** Opening the cash drawer in the morning, counting and closing it in the evening. */
export function CloseDayPage() {
  const { data, error, isFetching, refetch } = useQuery(drawersQuery)
  useLiveQueries({ payments: [staffPaymentsKey] })
  const owed = useQuery(attentionQuery).data?.unpaid
  const session = useSession()
  const me = session.status === 'signed-in' ? session.profile.id : null
  const [chosen, setChosen] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'paid_in' | 'paid_out' | 'another' | null>(null)
  const closeDialog = () => setDialog(null)
  const shift =
    data?.open.find(({ id }) => id === chosen) ??
    data?.open.find(({ keeper_id }) => keeper_id === me) ??
    data?.open[0]
  return (
    <StaffPage
      title="Close Day"
      refresh={{ onRefresh: () => void refetch(), isFetching }}
      action={
        shift && (
          <>
            {owed && owed.count > 0 && (
              <Link to="/admin/dashboard" className={classes.owed}>
                {owed.count} still owed, {formatAmount(owed.total_amount)}
              </Link>
            )}
            <Button variant="default" onClick={() => setDialog('paid_in')}>
              Pay In
            </Button>
            <Button variant="default" onClick={() => setDialog('paid_out')}>
              Pay Out
            </Button>
          </>
        )
      }
    >
      {error && !data && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {data && data.open.length > 1 && (
        <fieldset className={classes.pills} aria-label="Drawer">
          {data.open.map(({ id, drawer, keeper_name }) => (
            <button
              key={id}
              type="button"
              className={classes.pill}
              aria-pressed={id === shift?.id}
              onClick={() => setChosen(id)}
            >
              {drawer}
              {keeper_name && `, ${keeper_name}`}
            </button>
          ))}
        </fieldset>
      )}
      {data && shift && (
        <>
          <Notices shift={shift} outside={data.outside} me={me} several={data.open.length > 1} />
          <CountDrawer key={shift.id} shift={shift} />
          <p className={classes.aside}>
            Two desks?{' '}
            <button type="button" className={classes.link} onClick={() => setDialog('another')}>
              Open another drawer
            </button>
          </p>
        </>
      )}
      {data && !shift && (
        <section className={classes.card} aria-label="Open the drawer">
          <header className={classes.cardHead}>
            <h2>Open the drawer</h2>
          </header>
          <p className={classes.about}>
            Enter what is in it now. From then on it has all cash that is taken and refunded at the desk.
          </p>
          <OpenForm names={data.names} />
        </section>
      )}
      <Closings />
      {data && (
        <Dialog opened={dialog === 'another'} onClose={closeDialog} title="Open Another Drawer" startsInField>
          <OpenForm names={[{ drawer: 'Second desk', left: 0 }]} onLeave={closeDialog} />
        </Dialog>
      )}
      {shift && (
        <Dialog
          opened={dialog === 'paid_in' || dialog === 'paid_out'}
          onClose={closeDialog}
          title={dialog === 'paid_out' ? 'Pay Out of the Drawer' : 'Pay Into the Drawer'}
          startsInField
        >
          <MoveForm
            shift={shift}
            kind={dialog === 'paid_out' ? 'paid_out' : 'paid_in'}
            onDone={closeDialog}
          />
        </Dialog>
      )}
    </StaffPage>
  )
}

interface OpenFormProps {
  /** The last one first, with what was left in it. */
  names: readonly { readonly drawer: string; readonly left: number }[]
  onLeave?: () => void
}

function OpenForm({ names, onLeave }: OpenFormProps) {
  const [last] = names
  return (
    <ServerForm
      label="Open the drawer"
      initialValues={{
        drawer: last?.drawer ?? 'Front desk',
        opening_float: last ? moneyText(last.left) : '',
      }}
      schema={openDrawer.body}
      requestOf={({ drawer, opening_float }) => ({ drawer, opening_float: readNumber(opening_float) })}
      send={(json, once) => once('POST /api/admin/drawers', json)}
      refresh={refreshDrawers}
      submit="Open Drawer"
      {...(onLeave && { onCancel: onLeave })}
      onDone={({ drawer }) => {
        toast.success(`${drawer} is open.`)
        onLeave?.()
      }}
    >
      {(form) => (
        <>
          <TextInput size="md" label="Name" maxLength={50} {...form.getInputProps('drawer')} />
          <MoneyField
            size="md"
            label="Opening float"
            description="The bills and coins that are in it to give change."
            data-autofocus
            {...form.getInputProps('opening_float')}
          />
        </>
      )}
    </ServerForm>
  )
}

function MoveForm({
  shift,
  kind,
  onDone,
}: {
  shift: DrawerShift
  kind: 'paid_in' | 'paid_out'
  onDone: () => void
}) {
  return (
    <ServerForm
      label={kind === 'paid_in' ? 'Pay into the drawer' : 'Pay out of the drawer'}
      initialValues={{ amount: '', reason: '' }}
      schema={moveDrawerCash.body}
      requestOf={({ amount, reason }) => ({ kind, amount: readNumber(amount), reason })}
      send={(json, once) => once('POST /api/admin/drawers/:shift_id/moves', { shift_id: shift.id, ...json })}
      refresh={refreshDrawers}
      submit={kind === 'paid_in' ? 'Pay In' : 'Pay Out'}
      onCancel={onDone}
      onDone={({ expected }) => {
        toast.success(`Noted. ${signed(expected)} is expected in the drawer.`)
        onDone()
      }}
    >
      {(form) => (
        <>
          <MoneyField size="md" label="Amount" data-autofocus {...form.getInputProps('amount')} />
          <TextInput
            size="md"
            label="Reason"
            placeholder={kind === 'paid_in' ? 'Change from the bank' : 'Balls from the store'}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </ServerForm>
  )
}

interface NoticesProps {
  shift: DrawerShift
  outside: { readonly count: number; readonly amount: number }
  me: string | null
  several: boolean
}

/** What is in no drawer, and a drawer that someone else keeps. */
function Notices({ shift, outside, me, several }: NoticesProps) {
  const param = { shift_id: shift.id }
  const countIn = useAttempt({
    send: (_: null, once) => once('POST /api/admin/drawers/:shift_id/outside', param),
    refresh: refreshDrawers,
  })
  const keep = useAttempt({
    send: (_: null, once) => once('POST /api/admin/drawers/:shift_id/keeper', param),
    refresh: refreshDrawers,
  })
  const problem = countIn.error ?? keep.error
  return (
    <>
      {outside.count > 0 && (
        <p className={classes.notice}>
          <span>
            {outside.count === 1 ? '1 payment' : `${outside.count} payments`}, {signed(outside.amount)}, in no
            drawer: taken while none was open, or by someone without one.
          </span>
          <Button
            size="sm"
            variant="default"
            loading={countIn.isPending}
            onClick={() => void countIn.attempt(null)}
          >
            Count In
          </Button>
        </p>
      )}
      {several && shift.keeper_id !== me && (
        <p className={classes.notice}>
          <span>
            {shift.keeper_name ? `${shift.keeper_name} keeps this drawer.` : 'Nobody keeps this drawer.'} What
            you take does not go into it.
          </span>
          <Button
            size="sm"
            variant="default"
            loading={keep.isPending}
            onClick={() => void keep.attempt(null)}
          >
            Take Over
          </Button>
        </p>
      )}
      {problem && <ErrorAlert error={problem} text={problem.message} />}
    </>
  )
}

/** What was closed before, each with its report. */
function Closings() {
  const closings = useInfiniteQuery(closingsQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const items = closings.data?.pages.flatMap((page) => page.items) ?? []
  if (closings.error && items.length === 0)
    return <ErrorAlert error={closings.error} onRetry={() => void closings.refetch()} />
  if (items.length === 0 || !zone) return null
  return (
    <section className={classes.card} aria-label="Earlier closings">
      <header className={classes.cardHead}>
        <h2>Earlier closings</h2>
      </header>
      <ul className={classes.closings}>
        {items.map(({ id, number, drawer, closed_at, counted, expected }) => {
          const difference = centsFromDollars(counted) - Math.round(expected * 100)
          return (
            <li key={id}>
              <Link to="/admin/close-day" search={{ closing: id }} className={classes.closing}>
                <strong>No. {number}</strong>
                <span>
                  {formatDay(facilityDay(closed_at, zone), 'dated')}, {formatTime(closed_at, zone)} · {drawer}
                </span>
                <span className={classes.worth}>{formatAmount(counted)}</span>
                <span data-differs={difference !== 0 || undefined} className={classes.worth}>
                  {difference === 0
                    ? 'Agrees'
                    : `${difference < 0 ? '−' : '+'}${formatDollars(Math.abs(difference))}`}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {closings.hasNextPage && (
        <Button
          variant="default"
          loading={closings.isFetchingNextPage}
          onClick={() => void closings.fetchNextPage()}
        >
          Show More
        </Button>
      )}
    </section>
  )
}
