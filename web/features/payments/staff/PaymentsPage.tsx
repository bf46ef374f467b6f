import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCash,
  IconCreditCard,
  IconDots,
  IconEye,
  IconReceipt,
  IconSortAscending,
  IconSortDescending,
  IconWorld,
} from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedPayment, PaymentTotals } from '../../../../shared/contract/payments/staffPayments.ts'
import { centsFromDollars, formatAmount, formatRate } from '../../../../shared/domain/money/money.ts'
import { formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { attentionQuery } from '../../../api/queries/dashboard.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import {
  type PaymentFilters,
  paymentQuery,
  shownRange,
  staffPaymentsQuery,
} from '../../../api/queries/staffPayments.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import { readText } from '../../../components/searchValues.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { RangeChoice } from '../../../components/staff/RangeChoice.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { whenText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import { FilterLine, ToolbarPage } from '../../../ui/staff/ToolbarPage.tsx'
import { toast } from '../../../ui/toast.ts'
import { cardText } from '../paymentMethods.ts'
import { MoneyStrip } from './MoneyStrip.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import classes from './PaymentsPage.module.css'
import {
  hasReceipt,
  openReceipt,
  paymentStatusOf,
  readPaymentFilters,
  statusWords,
  tenderOf,
  tenderWords,
  walkIn,
} from './paymentStatuses.ts'
import { ReceiptCell } from './ReceiptCell.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { SellButton } from './TakePayment.tsx'

/** What /admin/payments reads from its address. */
export interface PaymentsSearch extends PaymentFilters {
  /** The payment whose details are open. */
  open?: string | undefined
}

const noFilters = {
  ...{ search: undefined, status: undefined, method: undefined, by: undefined },
} satisfies PaymentFilters

/** Payments for staff: what came in by method, search, filters, sort, details, receipts and refunds (spec 3 §2). */
export function PaymentsPage({ search }: { search: PaymentsSearch }) {
  const navigate = useNavigate({ from: '/admin/payments' })
  const zone = useQuery(facilityQuery).data?.time_zone
  const filters = readPaymentFilters({ ...search })
  const payments = useInfiniteQuery({ ...staffPaymentsQuery(filters), placeholderData: keepPreviousData })
  useLiveQueries({ payments: [[...queryKeys.staff, 'payments']] })
  const isAdmin = useIsAdmin()
  const [refunding, setRefunding] = useState<string>()
  const list = pagedList(payments)
  const totals = payments.data?.pages[0]?.totals
  const show = (change: Partial<PaymentsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const isFiltered = filters.search || filters.status || filters.method || filters.by
  const range = shownRange(filters)
  const isOneDay = range === 'today' || range === 'yesterday'
  const dateOf = ({ completed_at, created_at }: ListedPayment) => {
    const at = completed_at ?? created_at
    if (!zone) return null
    const time = formatTime(at, zone)
    return (
      <Text as="span" nowrap>
        {isOneDay ? time : whenText(at, zone)}
      </Text>
    )
  }
  return (
    <ToolbarPage
      title="Payments"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      context={<RangeChoice range={range} from={filters.from} to={filters.to} onShow={show} />}
      tools={
        <>
          <FilterBar
            label="Search payments"
            placeholder="Name, email, item or receipt"
            search={filters.search ?? ''}
            onSearch={(text) => show({ search: text || undefined })}
          />
          <ExportButton isIcon file="/api/admin/payments.csv" query={paymentQuery(filters)} what="payments" />
        </>
      }
      action={
        <>
          <SellButton />
          <Button
            color="stitch.6"
            component={Link}
            to="/admin/close-day"
            leftSection={<IconCash size={18} aria-hidden />}
          >
            Close Day
          </Button>
        </>
      }
      strip={
        totals && (
          <MoneyStrip
            totals={totals}
            net={range === 'today' ? 'Net, Today' : 'Net'}
            method={filters.method}
            onMethod={(method) => show({ method })}
          />
        )
      }
    >
      <FilterLine end={range === 'today' ? <StillOwed /> : totals === null && 'Choose days to see totals.'}>
        <Filters filters={filters} totals={totals} onShow={show} />
        {isFiltered && (
          <Button variant="subtle" onClick={() => show({ ...noFilters, range })}>
            Clear
          </Button>
        )}
        {isAdmin && (
          <Link to="/admin/reports/sales" className={classes.report}>
            Sales Report
          </Link>
        )}
      </FilterLine>
      <DataTable
        label="Payments"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Customer',
          text: ({ customer_name }) => customer_name ?? walkIn,
          below: (payment) => (
            <>
              <span>
                {tenderWords[tenderOf(payment)]} · {detailsOf(payment)}
              </span>
              {dateOf(payment)}
              {payment.status !== 'completed' && <StatusBadge status={payment.status} />}
            </>
          ),
        }}
        columns={[
          { header: 'Details', isWide: true, cell: (payment) => <OneLine text={detailsOf(payment)} /> },
          { header: 'Payment Method', cell: (payment) => <Method payment={payment} /> },
          {
            header: 'Taken By',
            isExtra: true,
            cell: ({ taken_by_name, taken_at_desk }) => (
              <span className={classes.method}>{taken_by_name ?? (taken_at_desk ? '' : 'Website')}</span>
            ),
          },
          { header: 'Email', isExtra: true, cell: ({ customer_email }) => customer_email },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { header: 'Receipt', cell: (payment) => <ReceiptCell payment={payment} /> },
          { header: 'Date', cell: dateOf },
          { header: 'Amount', isNumber: true, cell: (payment) => <Amount payment={payment} /> },
        ]}
        dense={{ end: (payment) => <Amount payment={payment} /> }}
        onOpen={({ id }) => open(id)}
        actionsOf={(payment) => [
          { label: 'View Details', Icon: IconEye, onSelect: () => open(payment.id) },
          ...(hasReceipt(payment)
            ? [{ label: 'Print Receipt', Icon: IconReceipt, onSelect: () => openReceipt(payment.id) }]
            : []),
          ...(payment.status === 'completed'
            ? [{ label: 'Refund', Icon: IconArrowBackUp, onSelect: () => setRefunding(payment.id) }]
            : []),
        ]}
        empty={
          <EmptyList
            title="No payments found"
            text={
              isFiltered
                ? 'Try another name, item or receipt number, or another status.'
                : 'Payments appear here, taken online or at the desk.'
            }
          >
            {range !== 'all' && (
              <Button
                variant="default"
                onClick={() => show({ ...noFilters, range: 'all', from: undefined, to: undefined })}
              >
                Show All Payments
              </Button>
            )}
          </EmptyList>
        }
      />
      <PaymentDialog id={readText(search.open)} onClose={() => open(undefined)} onRefund={setRefunding} />
      <RefundDialog
        paymentId={refunding}
        onClose={() => setRefunding(undefined)}
        onRefunded={(message) => toast.success(message)}
      />
    </ToolbarPage>
  )
}

interface FiltersProps {
  filters: PaymentFilters
  totals: PaymentTotals | null | undefined
  onShow: (change: PaymentFilters) => void
}

function Filters({ filters, totals, onShow }: FiltersProps) {
  const oldest = filters.sort === 'oldest'
  const SortIcon = oldest ? IconSortAscending : IconSortDescending
  return (
    <>
      <FilterSelect
        label="Status"
        value={filters.status ?? ''}
        onChange={(value) => onShow({ status: paymentStatusOf(value) })}
        data={[
          { value: '', label: 'All statuses' },
          ...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
        ]}
      />
      <FilterSelect
        label="Taken by"
        value={filters.by ?? ''}
        onChange={(value) => onShow({ by: value || undefined })}
        data={[
          { value: '', label: 'Everyone' },
          ...(totals?.staff ?? []).map(({ id, full_name, count }) => ({
            value: id,
            label: `${full_name} (${count})`,
          })),
          ...(filters.by && !totals?.staff.some(({ id }) => id === filters.by)
            ? [{ value: filters.by, label: 'One person' }]
            : []),
        ]}
      />
      <Button
        variant="default"
        leftSection={<SortIcon size={16} aria-hidden />}
        onClick={() => onShow({ sort: oldest ? undefined : 'oldest' })}
      >
        {oldest ? 'Oldest First' : 'Newest First'}
      </Button>
    </>
  )
}

/** What of today is not paid, and the way to it. */
function StillOwed() {
  const unpaid = useQuery(attentionQuery).data?.unpaid
  if (!unpaid?.count) return null
  return (
    <Link
      to="/admin/bookings"
      search={{ range: 'today', status: 'pending payment' }}
      className={classes.owed}
    >
      {unpaid.count} still owed, {formatRate(centsFromDollars(unpaid.total_amount))}
    </Link>
  )
}

/** What was paid, on one line. */
const detailsOf = ({ payment_description, description }: ListedPayment): string =>
  (payment_description ?? description ?? 'Payment').replaceAll('\n', '; ')

function Amount({ payment }: { payment: ListedPayment }) {
  const { total_amount, refunded_amount, refund_pending_amount } = payment
  const back = refunded_amount + refund_pending_amount
  return (
    <>
      {back > 0 && (
        <Text
          as="span"
          tone="dim"
          size="xs"
          className={classes.back}
          title={refund_pending_amount > 0 ? 'A refund is still to be given.' : undefined}
        >
          −{formatAmount(back)} {refund_pending_amount > 0 ? 'to go back' : 'refunded'}
        </Text>
      )}
      <Text as="span" strong numbers nowrap>
        {formatAmount(total_amount)}
      </Text>
    </>
  )
}

const icons = { cash: IconCash, desk_card: IconCreditCard, online: IconWorld, other: IconDots }

function Method({ payment }: { payment: ListedPayment }) {
  const way = tenderOf(payment)
  const Icon = icons[way]
  return (
    <span className={classes.method} title={cardText(payment) ?? undefined}>
      <Icon size={16} aria-hidden />
      {tenderWords[way]}
    </span>
  )
}
