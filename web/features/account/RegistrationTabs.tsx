import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CustomerCampRegistration } from '../../../shared/contract/accountRegistrations.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { campStart } from '../../../shared/domain/camps.ts'
import { centsFromDollars, leastCardCents } from '../../../shared/domain/money.ts'
import { api, unwrap } from '../../api/client.ts'
import { campRegistrationsQuery, refreshAccount } from '../../api/queries/account.ts'
import { CardLine, ItemCard, ReceiptLink, When } from '../../components/ItemCard.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'
import { RefundNotice } from '../changes/ChangeNotice.tsx'
import { offersChange } from '../changes/changeTexts.ts'
import { useCheckout } from '../payments/useCheckout.tsx'
import { AccountList } from './AccountList.tsx'
import { campDates, campTimes, isCampOver } from './campDays.ts'
import { ItemList } from './ItemList.tsx'
import { registrationStanding } from './registrationStanding.ts'
import { upcomingFirst } from './splitUpcoming.ts'

/** The customer's camp registrations (spec 2 §2). */
export function CampsTab() {
  const registrations = useQuery(campRegistrationsQuery)
  return (
    <AccountList<CustomerCampRegistration> title="Camps" what="camps" rows={registrations}>
      {(rows, { facility, now }) => (
        <ItemList
          items={upcomingFirst(rows, ({ camps, status }) => ({
            start: camps.start_date,
            over: isCampOver(camps, now, facility.time_zone),
            canceled: status === 'canceled',
          }))}
          card={(registration, upcoming) => (
            <CampCard
              key={registration.id}
              registration={registration}
              upcoming={upcoming}
              facility={facility}
            />
          )}
          empty={{
            title: 'No camps yet',
            line: 'Register for a camp, and it will show up here.',
            to: '/camps',
            label: 'See the camps',
          }}
        />
      )}
    </AccountList>
  )
}

interface CampCardProps {
  registration: CustomerCampRegistration
  upcoming: boolean
  facility: Facility
}

function CampCard({ registration, upcoming, facility }: CampCardProps) {
  const { id, change, registration_type, status, total_cost, receipt_url, camps: camp } = registration
  const [hours, ...moreDays] = campTimes(camp)
  const queryClient = useQueryClient()
  const refresh = () => void refreshAccount(queryClient)
  const checkout = useCheckout({
    onPaid: refresh,
    // Paid or canceled meanwhile, in another tab or by staff: the list knows better than this card.
    onRefused: ({ code, message }) => {
      const paid = code === 'already_registered'
      if (paid) toast.info(message)
      if (paid || code === 'nothing_to_pay' || code === 'registration_not_found') refresh()
      return paid
    },
    unconfirmedText: 'Payment succeeded, but registration update failed. Please contact support.',
    returnPath: '/account?tab=camps',
    terms: <RefundNotice untils={[new Date(change.until)]} />,
  })
  const cancelable = upcoming && offersChange(change)
  const owed =
    status === 'registered' && registration_type === 'user' && centsFromDollars(total_cost) >= leastCardCents
  return (
    <ItemCard
      title={camp.name}
      to={camp.published ? `/camps/${camp.id}` : undefined}
      day={camp.start_date}
      chip={registrationStanding(registration)}
      cost={total_cost}
      upcoming={upcoming}
      canceled={status === 'canceled'}
      actions={
        (owed || cancelable || receipt_url) && (
          <>
            {owed && (
              <Button
                color="stitch.6"
                aria-label={`Pay Now: ${camp.name}`}
                onClick={() =>
                  checkout.pay({
                    campId: camp.id,
                    registrationId: id,
                    amount: centsFromDollars(total_cost),
                    description: camp.name,
                  })
                }
              >
                Pay Now
              </Button>
            )}
            {cancelable && <CancelRegistration registration={registration} facility={facility} />}
            {receipt_url && <ReceiptLink url={receipt_url} of={camp.name} />}
          </>
        )
      }
    >
      <When day={campDates(camp)} times={hours} />
      {moreDays.map((line) => (
        <When key={line} day={line} times={undefined} />
      ))}
      {camp.age_group && <CardLine>{camp.age_group}</CardLine>}
      {checkout.dialog}
    </ItemCard>
  )
}

/** Cancels the customer's own seat, from its card. */
function CancelRegistration({ registration, facility }: Omit<CampCardProps, 'upcoming'>) {
  const { id, change, total_cost, camps: camp } = registration
  return (
    <ChangeMenu
      facility={facility}
      booked={{
        noun: 'registration',
        id,
        title: camp.name,
        when: campDates(camp),
        start: campStart(camp, facility.time_zone),
        cageId: null,
        total: centsFromDollars(total_cost),
        change,
      }}
      cancel={(registrationId, once) =>
        unwrap(
          api.me['camp-registrations'][':id'].cancel.$post(
            { param: { id: registrationId } },
            once({ registrationId }),
          ),
        )
      }
      again={<Link to="/camps">See the camps</Link>}
    />
  )
}
