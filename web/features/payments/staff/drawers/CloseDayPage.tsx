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
import { read, readPages } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { Row, Text } from '../../../../ui/layout.tsx'
import { MoneyField } from '../../../../ui/NumberField.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { ToolbarPage } from '../../../../ui/staff/ToolbarPage.tsx'
import { toast } from '../../../../ui/toast.ts'
import { moneyText, readNumber } from '../../../../ui/typedNumber.ts'
import { CountDrawer } from './CountDrawer.tsx'
import { signed } from './DrawerSums.tsx'
import classes from './drawers.module.css'

/** Opening the cash drawer in the morning, counting and closing it in the evening. */
export function CloseDayPage() {
  const { data, error, isFetching, refetch } = useQuery(read('GET /api/admin/drawers'))
  useLiveQueries({ payments: touches.drawers })
  const owed = useQuery(attentionQuery).data?.unpaid
  const session = useSession()
  const me = session.status === 'signed-in' ? session.profile.id : null
  const [chosen, setChosen] = useState<string | null>(null)
  const [moving, setMoving] = useState<Move>()
  const [opening, setOpening] = useState<Names>()
  const shift =
    data?.open.find(({ id }) => id === chosen) ??
    data?.open.find(({ keeper_id }) => keeper_id === me) ??
    data?.open[0]
  return (
    <ToolbarPage
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
            <Button variant="default" onClick={() => setMoving('paid_in')}>
              Pay In
            </Button>
            <Button variant="default" onClick={() => setMoving('paid_out')}>
              Pay Out
            </Button>
          </>
        )
      }
    >
      {error && !data && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && data.open.length > 1 && (
        <Row as="fieldset" gap={8} align="stretch" aria-label="Drawer">
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
        </Row>
      )}
      {data && shift && (
        <>
          <Notices shift={shift} outside={data.outside} me={me} several={data.open.length > 1} />
          <CountDrawer key={shift.id} shift={shift} />
          <p className={classes.aside}>
            Two desks?{' '}
            <button
              type="button"
              className={classes.link}
              onClick={() => setOpening([{ drawer: 'Second desk', left: 0 }])}
            >
              Open another drawer
            </button>
          </p>
        </>
      )}
      {data && !shift && (
        <section className={`${classes.card} ${classes.opening}`} aria-label="Open the drawer">
          <header className={classes.cardHead}>
            <h2>Open the Drawer</h2>
          </header>
          <p className={classes.about}>
            Enter what is in it now. From then on it counts all cash taken and refunded at the desk.
          </p>
          <OpenForm names={data.names} />
        </section>
      )}
      <Closings />
      <FormDialog
        of={opening}
        onClose={() => setOpening(undefined)}
        title="Open Another Drawer"
        startsInField
      >
        {(names, close) => <OpenForm names={names} onLeave={close} />}
      </FormDialog>
      <FormDialog
        of={shift && moving}
        onClose={() => setMoving(undefined)}
        title={(kind) => (kind === 'paid_out' ? 'Pay Out of the Drawer' : 'Pay Into the Drawer')}
        startsInField
      >
        {(kind, close) => shift && <MoveForm shift={shift} kind={kind} onDone={close} />}
      </FormDialog>
    </ToolbarPage>
  )
}

type Move = 'paid_in' | 'paid_out'
/** The last one first, with what was left in it. */
type Names = readonly { readonly drawer: string; readonly left: number }[]

interface OpenFormProps {
  names: Names
  onLeave?: () => void
}

function OpenForm({ names, onLeave }: OpenFormProps) {
  const [last] = names
  const form = useForm({
    values: { drawer: last?.drawer ?? 'Front desk', opening_float: last ? moneyText(last.left) : '' },
    schema: openDrawer.body,
    request: ({ drawer, opening_float }) => ({ drawer, opening_float: readNumber(opening_float) }),
    send: (drawer, once) => once('POST /api/admin/drawers', drawer),
    touches: touches.drawers,
    onDone: ({ drawer }) => {
      toast.success(`Drawer opened: ${drawer}.`)
      onLeave?.()
    },
  })
  return (
    <Form form={form} label="Open the Drawer" submit="Open Drawer" onCancel={onLeave}>
      <TextInput label="Name" maxLength={50} {...form.field('drawer')} />
      <MoneyField
        size="md"
        label="Opening Float"
        description="The bills and coins that are in it to give change."
        data-autofocus
        {...form.bind('opening_float')}
      />
    </Form>
  )
}

function MoveForm({ shift, kind, onDone }: { shift: DrawerShift; kind: Move; onDone: () => void }) {
  const form = useForm({
    values: { amount: '', reason: '' },
    schema: moveDrawerCash.body,
    request: ({ amount, reason }) => ({ kind, amount: readNumber(amount), reason }),
    send: (move, once) => once('POST /api/admin/drawers/:shift_id/moves', { shift_id: shift.id, ...move }),
    touches: touches.drawers,
    onDone: ({ expected }) => {
      toast.success(`Noted. ${signed(expected)} is expected in the drawer.`)
      onDone()
    },
  })
  const isIn = kind === 'paid_in'
  return (
    <Form
      form={form}
      label={isIn ? 'Pay Into the Drawer' : 'Pay Out of the Drawer'}
      submit={isIn ? 'Pay In' : 'Pay Out'}
      onCancel={onDone}
    >
      <MoneyField size="md" label="Amount" data-autofocus {...form.bind('amount')} />
      <TextInput
        label="Reason"
        placeholder={isIn ? 'Change from the bank' : 'Balls from the store'}
        maxLength={500}
        {...form.field('reason')}
      />
    </Form>
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
  const of = { shift_id: shift.id }
  const countIn = useCall('POST /api/admin/drawers/:shift_id/outside', { touches: touches.drawers })
  const keep = useCall('POST /api/admin/drawers/:shift_id/keeper', { touches: touches.drawers })
  const problem = countIn.error ?? keep.error
  return (
    <>
      {outside.count > 0 && (
        <Text className={classes.notice}>
          <span>
            {outside.count === 1 ? '1 payment' : `${outside.count} payments`}, {signed(outside.amount)}, in no
            drawer: taken while none was open, or by someone without one.
          </span>
          <Button
            size="sm"
            variant="default"
            loading={countIn.isPending}
            onClick={() => void countIn.attempt(of)}
          >
            Count In
          </Button>
        </Text>
      )}
      {several && shift.keeper_id !== me && (
        <Text className={classes.notice}>
          <span>
            {shift.keeper_name ? `${shift.keeper_name} keeps this drawer.` : 'Nobody keeps this drawer.'} What
            you take does not go into it.
          </span>
          <Button size="sm" variant="default" loading={keep.isPending} onClick={() => void keep.attempt(of)}>
            Take Over
          </Button>
        </Text>
      )}
      {problem && <ErrorAlert error={problem} text={problem.message} />}
    </>
  )
}

/** What was closed before, each with its report. */
function Closings() {
  const closings = useInfiniteQuery(readPages('GET /api/admin/closings', { page_size: '10' }))
  const zone = useQuery(facilityQuery).data?.time_zone
  const items = closings.data?.pages.flatMap((page) => page.items) ?? []
  if (closings.error && items.length === 0)
    return <ErrorAlert error={closings.error} onRetry={() => void closings.refetch()} />
  if (items.length === 0 || !zone) return null
  return (
    <section className={classes.card} aria-label="Earlier closings">
      <header className={classes.cardHead}>
        <h2>Earlier Closings</h2>
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
