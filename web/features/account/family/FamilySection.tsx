import { Button, Skeleton } from '@mantine/core'
import { IconMailPlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { participantsQuery, receivedInvitationsQuery } from '../../../api/queries/household.ts'
import { read } from '../../../api/read.ts'
import { LoadProblem, retryFailed } from '../../../components/LoadProblem.tsx'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { Heading, Panel, Row, Stack, textLink } from '../../../ui/layout.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { UnsignedWaivers } from '../../waivers/UnsignedWaivers.tsx'
import profileClasses from '../profile/Profile.module.css'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { DeletePersonDialog } from './DeletePersonDialog.tsx'
import classes from './Family.module.css'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { PersonRow } from './PersonRow.tsx'
import { SharingDialog } from './SharingDialog.tsx'
import { ToldOfAll } from './Told.tsx'

// With fields, which most visits do not need.
const GoodToKnow = lazyPart(() => import('../../goodToKnow/GoodToKnow.tsx'))

/** Which dialog is open, and about whom. */
type Opened =
  | { kind: 'edit' | 'care' | 'sharing' | 'archive' | 'delete'; id: string }
  | { kind: 'new' }
  | { kind: 'invite'; ids: readonly string[] }

/** The people whom the customer looks after, and who else does. */
export default function FamilySection() {
  const people = useQuery({ ...participantsQuery, staleTime: 0 })
  const invitations = useQuery({ ...read('GET /api/me/household-invitations'), staleTime: 0 })
  const received = useQuery(receivedInvitationsQuery)
  const [opened, setOpened] = useState<Opened>()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpened(undefined)
  const all = people.data ?? []
  const shown = all.filter(({ archived_at }) => archived_at === null)
  const children = shown.filter(({ is_self }) => !is_self)
  const archived = all.filter(({ archived_at }) => archived_at !== null)
  const about = (kind: Opened['kind']): Participant | undefined =>
    opened?.kind === kind && 'id' in opened ? all.find(({ id }) => id === opened.id) : undefined
  return (
    <Stack>
      <Panel padded className={profileClasses.section} aria-labelledby="family-heading">
        <Row below="xs" apart className={profileClasses.head}>
          <Heading as="h3" size="xl" ref={heading} tabIndex={-1} id="family-heading">
            Family
          </Heading>
          {people.data && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setOpened({ kind: 'new' })}
            >
              Add a Person
            </Button>
          )}
        </Row>
        <p className={classes.line}>
          {children.length === 0
            ? 'Add your children, or anyone else you book for. They don’t need an account, and you can register them all at once.'
            : 'You book, move, cancel and pay for the people here.'}
        </p>
        {received.data?.map(({ id, invited_by, first_names }) => (
          <Row as="p" apart key={id} className={classes.received}>
            <span>
              {invited_by} invites you to look after {new Intl.ListFormat('en-US').format(first_names)}.
            </span>
            <Link to="/family-invitation" className={textLink}>
              See the invitation
            </Link>
          </Row>
        ))}
        {people.isPending && <Skeleton height="6rem" mt="md" aria-busy="true" />}
        {people.error && !people.data && (
          <LoadProblem what="family" error={people.error} onRetry={() => retryFailed(people)} />
        )}
        {people.data && (
          <ul className={classes.people} aria-label="People">
            {shown.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                onCare={() => setOpened({ kind: 'care', id: person.id })}
                onEdit={() => setOpened({ kind: 'edit', id: person.id })}
                onSharing={() => setOpened({ kind: 'sharing', id: person.id })}
                onArchive={() => setOpened({ kind: 'archive', id: person.id })}
              />
            ))}
          </ul>
        )}
        {children.length > 0 && (
          <>
            <Heading above="md" below={4} as="h4" size="sm">
              Another Adult
            </Heading>
            <p className={classes.line}>
              The other parent or a grandparent can book, move, cancel and pay for the same children with an
              account of their own.
            </p>
            <Row align="stretch" className={classes.actions}>
              <Button
                variant="default"
                leftSection={<IconMailPlus size={18} aria-hidden />}
                onClick={() => setOpened({ kind: 'invite', ids: children.map(({ id }) => id) })}
              >
                Invite an Adult
              </Button>
            </Row>
          </>
        )}
        {invitations.error && !invitations.data ? (
          <LoadProblem
            what="invitations"
            error={invitations.error}
            onRetry={() => retryFailed(invitations)}
          />
        ) : (
          <Invitations invitations={invitations.data ?? []} onGone={() => heading.current?.focus()} />
        )}
        <ToldOfAll people={children} />
        {archived.length > 0 && (
          <Archived people={archived} onDelete={(id) => setOpened({ kind: 'delete', id })} />
        )}
        <PersonDialog
          person={opened?.kind === 'new' ? 'new' : about('edit')}
          onDelete={(id) => setOpened({ kind: 'delete', id })}
          onClose={close}
        />
        <DialogOf of={about('care')} title="Good to Know" long onClose={close}>
          {(person) => (
            <Suspense>
              <GoodToKnow people={[person]} submit="Save" cancel="Cancel" onDone={close} onCancel={close} />
            </Suspense>
          )}
        </DialogOf>
        <ArchiveDialog person={about('archive')} onClose={close} />
        <DeletePersonDialog
          person={about('delete')}
          onSharing={(id) => setOpened({ kind: 'sharing', id })}
          onGone={() => heading.current?.focus()}
          onClose={close}
        />
        <SharingDialog
          person={about('sharing')}
          onInvite={(id) => setOpened({ kind: 'invite', ids: [id] })}
          onClose={close}
        />
        <InviteDialog
          people={children}
          chosen={opened?.kind === 'invite' ? opened.ids : undefined}
          onClose={close}
        />
      </Panel>
      <UnsignedWaivers withSigned />
    </Stack>
  )
}

interface ArchivedProps {
  people: readonly Participant[]
  onDelete: (id: string) => void
}

/** Those who are not offered any more, to be brought back or deleted. */
function Archived({ people, onDelete }: ArchivedProps) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.textButton}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide Archived People' : `Show Archived People (${people.length})`}
      </button>
      {shown && (
        <ul className={classes.people} aria-label="Archived people">
          {people.map((person) => (
            <PersonRow key={person.id} person={person} onDelete={() => onDelete(person.id)} />
          ))}
        </ul>
      )}
    </>
  )
}
