import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { CampRegistrations } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { ageStanding, fullYears } from '../../../../../shared/domain/programs/ages.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import { campRegistrationsQuery } from '../../../../api/queries/campRegistrations.ts'
import { personParticipantsQuery } from '../../../../api/queries/person.ts'
import { refreshAfterPayment } from '../../../../api/queries/staffPayments.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import AddPerson from '../../../../components/participants/AddPerson.tsx'
import { ageText } from '../../../../components/participants/ages.ts'
import type { NewPerson } from '../../../../components/participants/useNewPerson.ts'
import { PersonPicker, type PickedPerson } from '../../../../components/staff/PersonPicker.tsx'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { initialPaidForm, PaidFields, type PaidForm } from './PaidFields.tsx'
import { type Registered, registerByHand } from './registerByHand.ts'
import classes from './registrations.module.css'

export interface AddFormProps {
  camp: CampRegistrations['camp']
  onClose: () => void
  onDone: (registered: Registered) => void
}

interface Form extends PaidForm {
  person: PickedPerson | null
  /** Empty: the user. */
  participant_ids: readonly string[]
}

/** Registers people of a user's household: all of them or none (spec 3 §5). */
export function ExistingUserForm(props: AddFormProps & { initialPerson: PickedPerson | null }) {
  const { camp, onClose, onDone, initialPerson } = props
  const [overridable, setOverridable] = useState(false)
  // Who of a family takes part is never guessed.
  const [known, setKnown] = useState<{ userId: string; isFamily: boolean } | null>(null)
  return (
    <ServerForm
      label="Register an existing user"
      initialValues={{ ...initialPaidForm, person: initialPerson, participant_ids: [] } as Form}
      schema={z.custom<Form>()}
      requestOf={(form: Form) => form}
      send={async ({ person, participant_ids, ...form }, once) => {
        try {
          const who = {
            user_id: person?.id ?? '',
            ...(participant_ids.length > 0 && { participant_ids: [...participant_ids] }),
          }
          return await registerByHand({ ...form, campId: camp.id, who }, once)
        } catch (error) {
          setOverridable(mayOverride(error))
          throw error
        }
      }}
      refresh={refreshAfterPayment}
      submit="Add Registration"
      isIncomplete={({ person, participant_ids }) =>
        person === null || known?.userId !== person.id || (known.isFamily && participant_ids.length === 0)
      }
      onCancel={onClose}
      onDone={onDone}
    >
      {(form) => (
        <div className={classes.fields}>
          <PersonPicker
            label="User"
            value={form.values.person}
            error={form.errors.person}
            onChange={(person) => {
              form.setValues({ person, participant_ids: [] })
              setOverridable(false)
            }}
          />
          {form.values.person && (
            <Household
              key={form.values.person.id}
              userId={form.values.person.id}
              camp={camp}
              chosen={form.values.participant_ids}
              onKnown={setKnown}
              onChange={(participant_ids) => form.setFieldValue('participant_ids', participant_ids)}
            />
          )}
          <PaidFields form={form} overridable={overridable} />
        </div>
      )}
    </ServerForm>
  )
}

interface HouseholdProps {
  userId: string
  camp: CampRegistrations['camp']
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  /** Whether there is someone beside the user to choose. */
  onKnown: (known: { userId: string; isFamily: boolean }) => void
}

/** Who of the household takes part, with the age at the camp; a user without others does so without being chosen. */
function Household({ userId, camp, chosen, onChange, onKnown }: HouseholdProps) {
  const people = useQuery(personParticipantsQuery(userId))
  const registered = useQuery(campRegistrationsQuery(camp.id)).data?.registrations ?? []
  const [adding, setAdding] = useState(false)
  const queryClient = useQueryClient()
  const add = useAttempt({
    send: (json: NewPerson, once) =>
      once('POST /api/admin/people/:user_id/participants', { user_id: userId, ...json }),
    refresh: () => queryClient.invalidateQueries({ queryKey: personParticipantsQuery(userId).queryKey }),
    pendingUntilRefreshed: true,
  })
  const offered = people.data?.filter(({ archived_at }) => archived_at === null)
  const isFamily = offered && offered.length > 1
  useEffect(() => {
    if (isFamily !== undefined) onKnown({ userId, isFamily })
  }, [userId, isFamily, onKnown])
  if (people.error) return <ErrorAlert error={people.error} onRetry={() => void people.refetch()} />
  if (!offered) return <Skeleton height={88} radius="md" />
  const taken = new Set(
    registered.flatMap(({ participant, status }) =>
      participant && status !== 'canceled' ? participant.id : [],
    ),
  )
  return (
    <>
      <fieldset className={classes.who}>
        <legend>Who takes part</legend>
        {offered.map(({ id, name, birth_date, is_self }) => (
          <Checkbox
            key={id}
            size="md"
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
          <p className={classes.note}>
            {isFamily ? 'Choose who is coming.' : 'No one is chosen: the user takes part.'}
          </p>
        )}
      </fieldset>
      {adding ? (
        <AddPerson
          needsBirthDate={false}
          isPending={add.isPending}
          onAdd={async (person) => {
            const outcome = await add.attempt(person)
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
          Add a person to the family
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
