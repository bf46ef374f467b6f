import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowsJoin,
  IconCopy,
  IconDots,
  IconHistory,
  IconMail,
  IconPencil,
  IconPhone,
  IconQrcode,
  IconTrash,
  IconUserShield,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { PersonPage as Person } from '../../../../../shared/contract/people/personPage.ts'
import { Avatar } from '../../../../components/participants/Avatar.tsx'
import { phoneHref } from '../../../../components/phone.ts'
import { roleNames } from '../../../../components/staff/roleNames.ts'
import { useIsAdmin } from '../../../../components/staff/useIsAdmin.ts'
import { Box, Panel, Row, Text } from '../../../../ui/layout.tsx'
import { lazyExtra } from '../../../../ui/lazyExtra.ts'
import { toast } from '../../../../ui/toast.ts'
import { DeleteUserDialog } from '../DeleteUserDialog.tsx'
import { RoleDialog } from '../UserForms.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { PersonActions } from './PersonActions.tsx'
import classes from './PersonHead.module.css'

const InvitationLinkDialog = lazyExtra(() => import('../../../../components/staff/InvitationLinkDialog.tsx'))

type Task = 'contact' | 'invite' | 'role' | 'merge' | 'delete'

/** Who it is, how to reach them, and what is done for them most often. */
export function PersonHead({ person }: { person: Person }) {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const mayEdit = isAdmin || person.role === 'user'
  const [task, setTask] = useState<Task>()
  const endTask = () => setTask(undefined)
  if (person.merged_into) return <MergedHead person={person} into={person.merged_into} />
  return (
    <Panel as="header" padded className={classes.head}>
      <Row gap="md" nowrap align="start">
        <Avatar name={person.full_name} />
        <Box grow shrinks>
          <h1 className={classes.name}>{person.full_name}</h1>
          <Row as="p" above={8} className={classes.badges}>
            <span className={classes.badge} data-role={person.role}>
              {roleNames[person.role]}
            </span>
            {person.standing === 'member' && (
              <span className={classes.badge} data-role="member">
                Member
              </span>
            )}
            <Text as="span" tone="dim" size="sm">
              {signInOf(person)}
            </Text>
          </Row>
        </Box>
        <Box rigid>
          <Menu position="bottom-end" shadow="lg" width={232} portalProps={{ target: '#main' }}>
            <Menu.Target>
              <ActionIcon
                variant="default"
                size="2.875rem"
                aria-label={`More actions for ${person.full_name}`}
              >
                <IconDots size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {mayEdit && (
                <Menu.Item
                  className={classes.item ?? ''}
                  leftSection={<IconPencil size={20} aria-hidden />}
                  onClick={() => setTask('contact')}
                >
                  Edit Contact
                </Menu.Item>
              )}
              {person.email === null && (
                <Menu.Item
                  className={classes.item ?? ''}
                  leftSection={<IconQrcode size={20} aria-hidden />}
                  onClick={() => setTask('invite')}
                >
                  Invite by Link
                </Menu.Item>
              )}
              {isAdmin && (
                <>
                  <Menu.Item
                    className={classes.item ?? ''}
                    leftSection={<IconUserShield size={20} aria-hidden />}
                    onClick={() => setTask('role')}
                  >
                    Edit User Role
                  </Menu.Item>
                  <Menu.Item
                    className={classes.item ?? ''}
                    leftSection={<IconArrowsJoin size={20} aria-hidden />}
                    onClick={() => setTask('merge')}
                  >
                    Merge Records
                  </Menu.Item>
                  <Menu.Item
                    className={classes.item ?? ''}
                    leftSection={<IconHistory size={20} aria-hidden />}
                    onClick={() =>
                      void navigate({
                        to: '/admin/audit-log',
                        search: { table: 'profiles', record: person.id },
                      })
                    }
                  >
                    History
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item
                    className={classes.item ?? ''}
                    color="red"
                    leftSection={<IconTrash size={20} aria-hidden />}
                    onClick={() => setTask('delete')}
                  >
                    Delete User
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </Box>
      </Row>
      <Reach person={person} onEdit={mayEdit ? () => setTask('contact') : undefined} />
      <PersonActions person={person} />
      <ContactDialog person={task === 'contact' ? person : undefined} onClose={endTask} />
      <Suspense>
        {task === 'invite' && (
          <InvitationLinkDialog
            profile={{ kind: 'customer', id: person.id }}
            name={person.full_name}
            onClose={endTask}
          />
        )}
      </Suspense>
      <RoleDialog user={task === 'role' ? person : undefined} onClose={endTask} />
      <MergeDialog person={task === 'merge' ? person : undefined} onClose={endTask} />
      <DeleteUserDialog
        user={task === 'delete' ? person : undefined}
        onClose={endTask}
        onDeleted={() => void navigate({ to: '/admin/users' })}
      />
    </Panel>
  )
}

/** E-mail and phone: to write, to call, to copy. */
function Reach({ person, onEdit }: { person: Person; onEdit: (() => void) | undefined }) {
  const { email, phone_number } = person
  return (
    <Row as="ul" align="stretch" className={classes.reach} aria-label="Contact">
      <li>
        {email ? (
          <>
            <a className={classes.link} href={`mailto:${email}`}>
              <IconMail size={20} aria-hidden />
              {email}
            </a>
            <Copy what="email" text={email} />
          </>
        ) : (
          <Text as="span" tone="dim" className={classes.none}>
            <IconMail size={20} aria-hidden />
            No email, can’t log in
          </Text>
        )}
      </li>
      <li>
        {phone_number ? (
          <>
            <a className={classes.link} href={phoneHref(phone_number)}>
              <IconPhone size={20} aria-hidden />
              {phone_number}
            </a>
            <Copy what="phone number" text={phone_number} />
          </>
        ) : onEdit ? (
          <button type="button" className={classes.link} onClick={onEdit}>
            <IconPhone size={20} aria-hidden />
            Add a phone number
          </button>
        ) : (
          <Text as="span" tone="dim" className={classes.none}>
            <IconPhone size={20} aria-hidden />
            No phone
          </Text>
        )}
      </li>
    </Row>
  )
}

const Copy = ({ what, text }: { what: string; text: string }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="2.75rem"
    aria-label={`Copy ${what}`}
    onClick={() =>
      void navigator.clipboard.writeText(text).then(
        () => toast.success(`Copied the ${what}.`),
        () => toast.error(`The ${what} could not be copied.`),
      )
    }
  >
    <IconCopy size={18} aria-hidden />
  </ActionIcon>
)

/** A record that was merged: everything of it is somewhere else. */
const MergedHead = ({ person, into }: { person: Person; into: { id: string; full_name: string } }) => (
  <Panel as="header" padded className={classes.head}>
    <h1 className={classes.name}>{person.full_name}</h1>
    <Text>
      This record was merged into{' '}
      <Link to="/admin/users/$userId" params={{ userId: into.id }}>
        {into.full_name}
      </Link>
      , where an admin can reverse it for a day.
    </Text>
  </Panel>
)

function signInOf({ email, can_sign_in }: Person): string {
  if (email === null) return 'Kept by the desk'
  return can_sign_in ? 'Email confirmed' : 'Invited, no password set yet'
}
