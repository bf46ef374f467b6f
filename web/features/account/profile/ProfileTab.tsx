import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Profile } from '../../../../shared/contract/accounts.ts'
import { TabSection } from '../ItemList.tsx'
import { MembershipSection } from './MembershipSection.tsx'
import classes from './Profile.module.css'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileForm } from './ProfileForm.tsx'

// Most people who open the account come for what they have booked.
const SecuritySections = lazy(() => import('../security/SecuritySections.tsx'))

/** Who the customer is, the membership (spec 2 §2), and what keeps the account safe. */
export function ProfileTab({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  return (
    <TabSection title="Profile">
      <div className={classes.sections}>
        <section className={classes.section} aria-labelledby="details-heading">
          {editing ? (
            <ProfileForm
              profile={profile}
              onDone={() => {
                setWasEditing(true)
                setEditing(false)
              }}
            />
          ) : (
            <ProfileFacts profile={profile} focusEdit={wasEditing} onEdit={() => setEditing(true)} />
          )}
        </section>
        <MembershipSection />
      </div>
      <Suspense fallback={<Skeleton height="24rem" mt="xl" radius="lg" aria-busy="true" />}>
        <SecuritySections profile={profile} />
      </Suspense>
    </TabSection>
  )
}
