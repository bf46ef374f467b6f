import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampRegistrations } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { ageStanding, fullYears } from '../../../../../shared/domain/programs/ages.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import AddPerson from '../../../../components/participants/AddPerson.tsx'
import { ageText } from '../../../../components/participants/ages.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { PersonPicker, type PickedPerson } from '../../../../components/staff/PersonPicker.tsx'
import { Stack, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { initialPaidForm, PaidFields, type PaidForm } from './PaidFields.tsx'
import { type Registered, registerByHand } from './registerByHand.ts'
import classes from './registrations.module.css'

export interface AddFormProps {
  camp: CampRegistrations['camp']
  onClose: () => void
  onDone: (registered: Registered) => void
}

interface Values extends PaidForm {
  person: PickedPerson | null
  /** Empty: the user. */
  participant_ids: readonly string[]
}

/** Registers people of a user's household: all of them or none (spec 3 §5). */
export function ExistingUserForm(
  props: AddFormProps & { initialPerson: PickedPerson | null; initialParticipant: string | undefined },
) {
  const { camp, onClose, onDone, initialPerson, initialParticipant } = props
  const begin: Values = {
    ...initialPaidForm,
    person: initialPerson,
    participant_ids: initialParticipant ? [initialParticipant] : [],
  }
  const form = useForm({
    values: begin,
    send: ({ person, participant_ids, ...paid }, once) => {
      const who = {
        user_id: person?.id ?? '',
        ...(participant_ids.length > 0 && { participant_ids: [...participant_ids] }),
      }
      return registerByHand({ ...paid, campId: camp.id, who }, once)
    },
    touches: touches.staff,
    onDone,
  })
  const { person, participant_ids } = form.values
  const household = useQuery({
    ...read('GET /api/admin/people/:user_id/participants', { user_id: person?.id ?? '' }),
    enabled: person !== null,
  })
  const offered = household.data?.filter(({ archived_at }) => archived_at === null)
  return (
    <Form
      form={form}
      label="Register an existing user"
      submit="Add Registration"
      // Who of a family takes part is never guessed.
      isIncomplete={!offered || (offered.length > 1 && participant_ids.length === 0)}
      onCancel={onClose}
    >
      <PersonPicker
        label="User"
        {...form.bind('person')}
        onChange={(picked) => {
          form.set({ person: picked, participant_ids: [] })
          form.forgetProblem()
        }}
      />
      {household.error && <ErrorAlert error={household.error} onRetry={() => void household.refetch()} />}
      {household.isLoading && <Skeleton height={88} />}
      {person && offered && (
        <Household
          key={person.id}
          userId={person.id}
          offered={offered}
          camp={camp}
          chosen={participant_ids}
          onChange={form.bind('participant_ids').onChange}
        />
      )}
      <PaidFields form={form} />
    </Form>
  )
}

interface HouseholdProps {
  userId: string
  offered: AnswerOf<'GET /api/admin/people/:user_id/participants'>
  camp: CampRegistrations['camp']
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Who of the household takes part, with the age at the camp; a user without others does so without being chosen. */
function Household({ userId, offered, camp, chosen, onChange }: HouseholdProps) {
  const registered = useQuery(read('GET /api/admin/camps/:camp_id/registrations', { camp_id: camp.id }))
  const [adding, setAdding] = useState(false)
  const add = useCall('POST /api/admin/people/:user_id/participants', {
    touches: touches.person(userId),
    pendingUntilRefreshed: true,
  })
  const taken = new Set(
    registered.data?.registrations.flatMap(({ participant, status }) =>
      participant && status !== 'canceled' ? participant.id : [],
    ),
  )
  return (
    <>
      <Stack as="fieldset" gap={4} className={classes.who}>
        <legend>Who Takes Part</legend>
        {offered.map(({ id, name, birth_date, is_self }) => (
          <Checkbox
            key={id}
            label={[name, is_self && 'the user', aboutAge(birth_date, camp), taken.has(id) && 'registered']
              .filter(Boolean)
              .join(' · ')}
            disabled={taken.has(id)}
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
        {chosen.length === 0 && (
          <Text tone="dim" size="sm">
            {offered.length > 1 ? 'Choose who is coming.' : 'No one is chosen: the user takes part.'}
          </Text>
        )}
      </Stack>
      {adding ? (
        <AddPerson
          title="Add a Person"
          needsBirthDate={false}
          isPending={add.isPending}
          onAdd={async (person) => {
            const outcome = await add.attempt({ user_id: userId, ...person })
            if (!outcome || 'error' in outcome) return (outcome?.error as Error | undefined) ?? null
            onChange([...chosen, outcome.answer.id])
            return null
          }}
          onUse={async (id) => {
            onChange([...chosen, id])
            return null
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add a Person to the Family
        </Button>
      )}
    </>
  )
}

/** The age on the camp's first day, and whether the camp is for it. */
function aboutAge(birthDate: string | null, camp: CampRegistrations['camp']): string | null {
  if (birthDate === null) return null
  const age = fullYears(birthDate, camp.start_date)
  return `${ageText(age)}${ageStanding(age, camp) === 'outside' ? ', outside the range' : ''}`
}
