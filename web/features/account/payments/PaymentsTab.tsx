import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CustomerPayment } from '../../../../shared/contract/accountPayments.ts'
import { paymentsQuery } from '../../../api/queries/account.ts'
import { AccountList } from '../AccountList.tsx'
import { ListEmpty } from '../ListStates.tsx'
import { LongList } from '../LongList.tsx'
import { PaymentCards } from './PaymentCards.tsx'
import { PaymentTable } from './PaymentTable.tsx'

/** More is shown on request. */
const RECENT = 25

/** What the customer has paid: a table, or cards where there is no room for one (spec 2 §2). */
export function PaymentsTab() {
  const payments = useQuery(paymentsQuery)
  const wide = useMediaQuery('(width >= 56em)', false, { getInitialValueInEffect: false })
  const Rows = wide ? PaymentTable : PaymentCards
  return (
    <AccountList<CustomerPayment> title="Payments" what="payments" rows={payments}>
      {(rows, { facility }) =>
        rows.length === 0 ? (
          <ListEmpty
            title="No payments yet"
            line="What you pay shows up here with its receipt."
            to="/book-cage"
            label="Book a cage"
          />
        ) : (
          <LongList items={rows} first={RECENT}>
            {(shown) => <Rows payments={shown} zone={facility.time_zone} />}
          </LongList>
        )
      }
    </AccountList>
  )
}
