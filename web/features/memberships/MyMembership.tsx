import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Subscription } from '../../../shared/contract/memberships/memberships.ts'
import { type Standing, standingOf } from '../../../shared/domain/memberships/memberships.ts'
import { call } from '../../api/call.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { Heading, Stack, Text, textLink } from '../../ui/layout.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './MembershipPanel.module.css'
import { membershipTexts } from './membershipTexts.ts'

interface MyMembershipProps {
  subscription: Subscription
  zone: string | undefined
  onUpdateCard: () => void
}

const titles: Record<Exclude<Standing, 'none'>, string> = {
  enrolled: 'Already Enrolled',
  cancelling: 'Membership Cancelling',
}

/** The member's own membership and the next step (spec 2 §2, §4). */
export function MyMembership({ subscription, zone, onUpdateCard }: MyMembershipProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const standing = standingOf(subscription)
  if (!zone || standing === 'none') {
    return (
      <div className={classes.panel} data-standing={standing} aria-busy="true">
        <Skeleton height="10rem" />
      </div>
    )
  }
  const { lines, date, owes, payable, changeable } = membershipTexts(subscription, zone)
  return (
    <section
      className={classes.panel}
      data-standing={owes ? 'owing' : standing}
      aria-labelledby="my-membership"
    >
      <h2 ref={heading} tabIndex={-1} id="my-membership" className={classes.title}>
        {titles[standing]}
      </h2>
      {standing === 'enrolled' && !owes && (
        <Text above={8}>You are a member of the club. Thank you for being a founder.</Text>
      )}
      {lines.map((line) => (
        <Text above={8} key={line}>
          {line}
        </Text>
      ))}
      {date && (
        <Heading above="md" as="p" size="lg" className={classes.date}>
          <Text as="span" tone="dim" size="sm" block className={classes.label}>
            {date.label}
          </Text>
          {date.day}
        </Heading>
      )}
      <Stack above="lg" gap={8}>
        {payable && (
          <Button size="lg" color="stitch.6" onClick={onUpdateCard}>
            Update Your Card
          </Button>
        )}
        {standing === 'cancelling' && <Keep secondary={payable} onKept={() => heading.current?.focus()} />}
        {standing === 'enrolled' && !owes && (
          <Button component={Link} to="/book-cage" size="lg" color="stitch.6">
            Book a Cage
          </Button>
        )}
        {changeable && (
          <Button variant="default" onClick={onUpdateCard}>
            Change Your Card
          </Button>
        )}
        <Link to="/account" search={{ tab: 'profile' }} className={`${textLink} ${classes.link}`}>
          Manage your membership
        </Link>
      </Stack>
    </section>
  )
}

/** Revokes the cancellation. The focus moves to the heading, because the button is removed. */
function Keep({ secondary, onKept }: { secondary: boolean; onKept: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/memberships/resume', {}),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await refreshAccount(queryClient)
      onKept()
    },
    onError: ({ message }) => {
      toast.error(message)
      void refreshAccount(queryClient)
    },
  })
  return (
    <Button
      size="lg"
      {...(secondary ? { variant: 'default' } : { color: 'stitch.6' })}
      loading={isPending}
      onClick={() => mutate()}
    >
      Keep My Membership
    </Button>
  )
}
