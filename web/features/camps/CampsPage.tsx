import { IconCalendar, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Camp } from '../../../shared/contract/programs/camps.ts'
import { campDays } from '../../../shared/domain/programs/camps.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { Facts } from '../../components/Facts.tsx'
import { OfferCard } from '../../components/OfferCard.tsx'
import { SpotsLeft } from '../../components/SpotsLeft.tsx'
import { CardList, CardListContent, CardListProblem, NoCards, PendingCards } from '../../ui/CardList.tsx'
import { useNow } from '../../ui/firstRender.ts'
import { Heading, Row, Stack, Text } from '../../ui/layout.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { CampPicture } from './CampPicture.tsx'
import classes from './CampsPage.module.css'
import { campLists, campPrice, campWhen, forWhom } from './campRules.ts'

/** The camps on offer, and the last that are over (spec 2 §2). */
export function CampsPage() {
  const camps = useQuery(campsQuery)
  const facility = useQuery(facilityQuery)
  const zone = facility.data?.time_zone
  const error = camps.error ?? facility.error
  return (
    <>
      <PageBanner title="Camps" tagline="A few days of baseball and softball with our coaches" />
      <CardListContent className={classes.content ?? ''}>
        {camps.data && zone ? (
          <Camps camps={camps.data} zone={zone} />
        ) : error ? (
          <CardListProblem
            message="Could not load camps."
            reason={error.message}
            onRetry={() => {
              if (camps.error) void camps.refetch()
              if (facility.error) void facility.refetch()
            }}
          />
        ) : (
          <PendingCards label="Loading camps…" count={3} skeleton={classes.skeleton} />
        )}
      </CardListContent>
    </>
  )
}

function Camps({ camps, zone }: { camps: readonly Camp[]; zone: string }) {
  const now = useNow()
  const { upcoming, past } = campLists(camps, now, zone)
  return (
    <>
      {upcoming.length > 0 ? <CampList camps={upcoming} heading="h2" /> : <NoCamps />}
      {past.length > 0 && (
        <section aria-labelledby="past-camps">
          <Heading id="past-camps" size="3xl" className={classes.heading}>
            Past Camps
          </Heading>
          <CampList camps={past} heading="h3" />
        </section>
      )}
    </>
  )
}

const CampList = ({ camps, heading }: { camps: readonly Camp[]; heading: 'h2' | 'h3' }) => (
  <CardList>
    {camps.map((camp) => (
      <CampCard key={camp.id} camp={camp} heading={heading} />
    ))}
  </CardList>
)

const NoCamps = () => (
  <NoCards message="There are no camps available at this time. Please check back later.">
    <Link to="/coaches">Book a private lesson instead</Link>
  </NoCards>
)

const closedLabel = ({ registration_state }: Camp): string =>
  registration_state === 'called_off' ? 'Canceled' : 'Registration Closed'

interface CampCardProps {
  camp: Camp
  /** One below the heading of the list. */
  heading: 'h2' | 'h3'
}

function CampCard({ camp, heading: Heading }: CampCardProps) {
  const open = camp.registration_open
  return (
    <OfferCard
      name={camp.name}
      page={{ to: '/camps/$campId', params: { campId: camp.id } }}
      label={open ? 'View Details & Register' : closedLabel(camp)}
      closed={!open}
    >
      <div className={classes.top}>
        <CampPicture camp={camp} sizes="(width >= 62em) 25rem, (width >= 40em) 50vw, 100vw" />
        <span className={classes.price}>{campPrice(camp.price)}</span>
      </div>
      <Stack grow gap="xs" className={classes.words}>
        <Heading className={classes.name}>{camp.name}</Heading>
        <Row as="ul" align="stretch" className={classes.facts}>
          <li>
            <IconUsers size={20} aria-hidden />
            <Facts>{forWhom(camp)}</Facts>
          </li>
          <li>
            <IconCalendar size={20} aria-hidden />
            <span>
              {campDays(camp)}{' '}
              <Text as="span" tone="dim" size="sm" lighter block>
                <Facts>{campWhen(camp)}</Facts>
              </Text>
            </span>
          </li>
          {open && (
            <li>
              <SpotsLeft spots={camp.spots_left} />
            </li>
          )}
          {camp.registration_state === 'full' && <li className={classes.full}>Camp Full</li>}
        </Row>
        <Text tone="dim" breaks className={classes.description}>
          {camp.description?.trim() || 'No description available'}
        </Text>
      </Stack>
    </OfferCard>
  )
}
