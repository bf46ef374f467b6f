import { Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { Box, Grid, Heading, Panel, Row, Text } from '../../../ui/layout.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { TabSection } from '../AccountList.tsx'
import { MembershipSection } from './MembershipSection.tsx'
import classes from './Profile.module.css'
import { ProfileForm } from './ProfileForm.tsx'

// Loaded on demand: most visits to the account are about bookings.
const FamilySection = lazyPart(() => import('../family/FamilySection.tsx'))
const SecuritySections = lazyPart(() => import('../security/SecuritySections.tsx'))

/** The customer's details, the membership (spec 2 §2), the family, and the account's security. */
export function ProfileTab({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  return (
    <TabSection title="Profile">
      <Grid className={classes.sections}>
        <Panel padded className={classes.section} aria-labelledby="details-heading">
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
        </Panel>
        <MembershipSection />
      </Grid>
      <Suspense fallback={<Skeleton height="12rem" mt="md" radius="lg" aria-busy="true" />}>
        <Box above="md">
          <FamilySection />
        </Box>
      </Suspense>
      <Suspense fallback={<Skeleton height="24rem" mt="xl" radius="lg" aria-busy="true" />}>
        <SecuritySections profile={profile} />
      </Suspense>
    </TabSection>
  )
}

/** The role with a capital letter; User if there is none (spec 2 §2). */
const roleText = (role: string): string => (role ? capitalized(role) : 'User')

interface ProfileFactsProps {
  profile: Profile
  /** Moves the focus to Edit: the form that had it is gone. */
  focusEdit: boolean
  onEdit: () => void
}

/** The profile, for reading. */
function ProfileFacts({ profile, focusEdit, onEdit }: ProfileFactsProps) {
  return (
    <>
      <Row below="xs" apart className={classes.head}>
        <Heading as="h3" size="xl" id="details-heading">
          Your Details
        </Heading>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={onEdit}
          aria-label="Edit profile"
          autoFocus={focusEdit}
        >
          Edit
        </Button>
      </Row>
      <Grid as="dl" gap={2} className={classes.facts}>
        <dt>Full Name</dt>
        <dd>{profile.full_name}</dd>
        <dt>Email</dt>
        <dd>{profile.email}</dd>
        <dt>Phone</dt>
        <dd>
          {profile.phone_number ?? (
            <Text as="span" tone="dim" lighter>
              Not given
            </Text>
          )}
        </dd>
        <dt>Role</dt>
        <dd>{roleText(profile.role)}</dd>
      </Grid>
    </>
  )
}
