import { Button } from '@mantine/core'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { askedCare, missingCareText } from '../../../../shared/domain/people/missingCare.ts'
import { Avatar } from '../../../components/participants/Avatar.tsx'
import { ageText, useToday } from '../../../components/participants/ages.ts'
import { ageOn } from '../../../components/participants/people.ts'
import { usePersonChange } from '../../../components/participants/useNewPerson.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Family.module.css'

interface PersonRowProps {
  person: Participant
  onEdit?: () => void
  /** For a child whose care details are incomplete. */
  onCare?: () => void
  onSharing?: () => void
  onArchive?: () => void
  /** Of an archived person. */
  onDelete?: () => void
}

/** One person of the family: who, how old, shared with whom, and what can be done. */
export function PersonRow({ person, onEdit, onCare, onSharing, onArchive, onDelete }: PersonRowProps) {
  const { name, is_self, archived_at } = person
  const change = usePersonChange()
  const missing = missingCareText(person.missing_care)
  const asked = missing
    ? `${missing}. Tell us`
    : askedCare(person, new Date()) && 'Emergency details still right?'
  async function restore() {
    const outcome = await change.attempt({ id: person.id, archived: false })
    if (outcome && 'answer' in outcome) toast.success(`${name} is back in your family.`)
    else if (outcome) toast.error((outcome.error as Error).message)
  }
  return (
    <li className={classes.person}>
      <Avatar name={name} isSelf={is_self} />
      <Text as="div" breaks shrinks>
        <Text size="xl" strong className={classes.name}>
          {is_self ? `${name} (you)` : name}
        </Text>
        <p className={classes.detail}>{useDetail(person)}</p>
        {onCare && asked && (
          <button
            type="button"
            className={classes.textButton}
            aria-label={`${asked}: ${name}`}
            onClick={onCare}
          >
            {asked}
          </button>
        )}
      </Text>
      <Row align="stretch" className={classes.actions}>
        {archived_at && (
          <Button
            variant="default"
            loading={change.isPending}
            aria-label={`Bring back ${name}`}
            onClick={() => void restore()}
          >
            Bring Back
          </Button>
        )}
        {onDelete && archived_at && (
          <button
            type="button"
            className={classes.textButton}
            data-grave
            aria-label={`Delete ${name} permanently`}
            onClick={onDelete}
          >
            Delete Permanently
          </button>
        )}
        {onEdit && !archived_at && (
          <Button
            variant="default"
            aria-label={is_self ? 'Edit Your Player Details' : `Edit ${name}`}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
        {onSharing && !is_self && !archived_at && (
          <Button variant="default" aria-label={`Sharing of ${name}`} onClick={onSharing}>
            Sharing
          </Button>
        )}
        {onArchive && !is_self && !archived_at && (
          <Button variant="default" aria-label={`Archive ${name}`} onClick={onArchive}>
            Archive
          </Button>
        )}
      </Row>
    </li>
  )
}

/** '10 years · Shared with Sam Parker'. */
function useDetail(person: Participant): string {
  const age = ageOn({ birthDate: person.birth_date }, useToday())
  const others = person.adults.filter(({ is_me }) => !is_me).map(({ full_name }) => full_name)
  const parts = [
    age === null ? (person.is_self ? '' : 'No birth date') : ageText(age),
    others.length > 0 ? `Shared with ${new Intl.ListFormat('en-US').format(others)}` : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
