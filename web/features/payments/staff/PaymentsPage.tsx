import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCash,
  IconEye,
  IconReceipt,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffPaymentsQuery } from '../../../api/queries/staffPayments.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import { PurchaseText } from '../../../components/PurchaseText.tsx'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { DataTable, OneLine } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../ui/toast.ts'
import { cardText, methodLabel } from '../paymentMethods.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import classes from './PaymentsPage.module.css'
import { hasReceipt, openReceipt, paymentStatusOf, statusWords } from './paymentStatuses.ts'
import { ReceiptCell } from './ReceiptCell.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { SellButton } from './TakePayment.tsx'

/** What /admin/payments reads from its address. */
export interface PaymentsSearch {
  search?: string | undefined
  status?: string | undefined
  sort?: 'oldest' | undefined
  /** The payment whose details are open. */
  open?: string | undefined
}

/** Payments for staff: search, status, sort, details, receipts and refunds (spec 3 §2). */
export function PaymentsPage({ search }: { search: PaymentsSearch }) {
  const navigate = useNavigate({ from: '/admin/payments' })
  const { data: facility } = useQuery(facilityQuery)
  const status = paymentStatusOf(search.status)
  const payments = useInfiniteQuery({
    ...staffPaymentsQuery({ ...search, status }),
    placeholderData: keepPreviousData,
  })
  useLiveQueries({ payments: [[...queryKeys.staff, 'payments']] })
  const [refunding, setRefunding] = useState<string>()
  const list = pagedList(payments)
  const show = (change: Partial<PaymentsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const oldest = search.sort === 'oldest'
  return (
    <StaffPage
      title="Payments"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      action={
        <>
          <SellButton />
          <Button component={Link} to="/admin/close-day" leftSection={<IconCash size={18} aria-hidden />}>
            Close Day
          </Button>
        </>
      }
    >
      <FilterBar
        label="Search payments"
        placeholder="Name, email, item or receipt number"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={search.search || status ? () => show({ search: undefined, status: undefined }) : undefined}
      >
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={(value) => show({ status: paymentStatusOf(value) })}
          data={[
            { value: '', label: 'All statuses' },
            ...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Button
          variant="default"
          size="md"
          leftSection={
            oldest ? (
              <IconSortAscending size={18} aria-hidden />
            ) : (
              <IconSortDescending size={18} aria-hidden />
            )
          }
          onClick={() => show({ sort: oldest ? undefined : 'oldest' })}
        >
          {oldest ? 'Oldest First' : 'Newest First'}
        </Button>
        <ExportButton
          file="/api/admin/payments.csv"
          query={{ search_query: search.search, status_filter: status, sort: search.sort }}
          what="payments"
        />
      </FilterBar>
      <DataTable
        label="Payments"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Customer',
          text: ({ customer_name }) => customer_name ?? 'No name',
          below: ({ customer_email }) => customer_email && <OneLine text={customer_email} />,
        }}
        columns={[
          { header: 'Details', cell: (payment) => <Details payment={payment} /> },
          { header: 'Amount', cell: (payment) => <Amount payment={payment} /> },
          { header: 'Payment Method', cell: (payment) => <Method payment={payment} /> },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { header: 'Receipt', cell: (payment) => <ReceiptCell payment={payment} /> },
          {
            header: 'Date',
            cell: ({ payment_date, created_at }) =>
              facility && formatDay(facilityDay(payment_date ?? created_at, facility.time_zone), 'numeric'),
          },
        ]}
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
              search.search || status
                ? 'Try another name, item or receipt number, or another status.'
                : 'Payments appear here, taken online or at the desk.'
            }
          />
        }
      />
      <PaymentDialog id={search.open} onClose={() => open(undefined)} onRefund={setRefunding} />
      <RefundDialog
        paymentId={refunding}
        onClose={() => setRefunding(undefined)}
        onRefunded={(message) => toast.success(message)}
      />
    </StaffPage>
  )
}

function Details({ payment }: { payment: ListedPayment }) {
  const text = payment.payment_description ?? payment.description ?? 'Payment'
  return <PurchaseText text={text} most={1} className={classes.description} />
}

function Amount({ payment }: { payment: ListedPayment }) {
  const { total_amount, refunded_amount, refund_pending_amount } = payment
  return (
    <>
      <span className={classes.amount}>{formatAmount(total_amount)}</span>
      {refunded_amount > 0 && <span className={classes.aside}>{formatAmount(refunded_amount)} refunded</span>}
      {refund_pending_amount > 0 && (
        <span className={classes.aside}>{formatAmount(refund_pending_amount)} to go back</span>
      )}
    </>
  )
}

function Method({ payment }: { payment: ListedPayment }) {
  const card = cardText(payment)
  return (
    <>
      <span className={classes.method}>{methodLabel(payment.payment_method)}</span>
      {card && <span className={`${classes.aside} ${classes.card}`}>{card}</span>}
    </>
  )
}
