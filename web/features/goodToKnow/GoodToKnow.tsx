import { Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Participant } from '../../../shared/contract/accounts/households.ts'
import type { KeptCare } from '../../../shared/contract/accounts/participantCare.ts'
import { read } from '../../api/read.ts'
import { type Form, useForm } from '../../components/form/useForm.ts'
import formClasses from '../../components/formFields.module.css'
import { LoadProblem } from '../../components/LoadProblem.tsx'
import { Avatar } from '../../components/participants/Avatar.tsx'
import { ofFamily } from '../../components/participants/useNewPerson.ts'
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx'
import pills from '../../ui/pills.module.css'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { type Asked, answersOf, type CareAnswers, careOf, careProblems } from './careAnswers.ts'
import classes from './GoodToKnow.module.css'

export interface GoodToKnowProps {
  /** The children who are asked about. */
  people: readonly Participant[]
  /** The button that saves. */
  submit: string
  /** The button that does not. */
  cancel?: string
  onDone: () => void
  onCancel?: () => void
}

/**
 * What a coach must know of children before they come: asked once, right after the first registration, with the kept answers
 * in the fields. Nothing of it is kept in the browser.
 */
export default function GoodToKnow(props: GoodToKnowProps) {
  const { people } = props
  const cares = useQueries({
    queries: people.map(({ id }) => ({
      ...read('GET /api/participants/:id/care', { id }),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    })),
  })
  const failed = cares.find(({ error, data }) => error && !data)
  if (failed?.error) {
    return <LoadProblem what="details" error={failed.error} onRetry={() => void failed.refetch()} />
  }
  const kept = cares.flatMap(({ data, isFetchedAfterMount }) => (data && isFetchedAfterMount ? [data] : []))
  if (people.length === 0 || kept.length < people.length) return <Skeleton height="20rem" aria-busy="true" />
  return <Questions {...props} kept={kept} />
}

function Questions({
  people,
  kept,
  submit,
  onDone,
  ...leave
}: GoodToKnowProps & { kept: readonly KeptCare[] }) {
  // As it was when the form opened: saving loads it again.
  const [asked] = useState(() => people.map((person, at): Asked => ({ person, care: kept[at] as KeptCare })))
  const form = useForm({
    values: answersOf(asked),
    check: careProblems,
    send: async (values: CareAnswers, once) => {
      for (const one of asked)
        await once('PUT /api/participants/:id/care', { id: one.person.id, ...careOf(one, values) })
      return null
    },
    ...ofFamily,
    onDone,
  })
  return (
    <AccountForm form={form} data-private aria-label="Good to know" submit={submit} {...leave}>
      <Text tone="dim">Only the coaches of that day and the front desk see it.</Text>
      {asked.map(({ person }) => (
        <Child key={person.id} person={person} form={form} />
      ))}
      <People legend="Who do we call in an emergency?" beside="besides you">
        <TextInput
          {...fieldOf('Name')}
          autoCapitalize="words"
          maxLength={120}
          {...form.field('contact_name')}
        />
        <TextInput
          {...fieldOf('Phone')}
          type="tel"
          inputMode="tel"
          maxLength={40}
          {...form.field('contact_phone')}
        />
      </People>
      <People legend="Who else may pick up?" beside="optional">
        <TextInput
          {...fieldOf('Name')}
          autoCapitalize="words"
          maxLength={120}
          {...form.field('pickup_name')}
        />
        <TextInput
          {...fieldOf('Phone')}
          type="tel"
          inputMode="tel"
          maxLength={40}
          {...form.field('pickup_phone')}
        />
      </People>
    </AccountForm>
  )
}

const fieldOf = (label: string) => ({
  label,
  autoComplete: 'off',
  classNames: { label: formClasses.label },
})

/** Stable, so that it is called as the field appears and not again. */
const takeFocus = (field: HTMLTextAreaElement | null) => field?.focus()

/** One child: nothing, or what there is to know; and whether photos may be published. */
function Child({ person: { id, name }, form }: { person: Asked['person']; form: Form<CareAnswers> }) {
  const { answers } = form.values
  const answer = answers[id]
  const problem = (form.errors as Record<string, string>)[`answers.${id}`]
  const problemId = useId()
  const [pressed, setPressed] = useState(false)
  if (!answer) return null
  const set = (part: Partial<typeof answer>) =>
    form.set({ answers: { ...answers, [id]: { ...answer, ...part } } })
  return (
    <Stack shrinks as="fieldset" gap="xs" className={classes.child}>
      <Row as="legend" gap={8} nowrap className={classes.name}>
        <Avatar name={name} /> {name}
      </Row>
      <Pills
        legend="Allergies, medicine, anything we should know"
        options={[
          ['nothing', 'Nothing'],
          ['note', 'Tell us'],
        ]}
        chosen={answer.kind}
        invalid={problem !== undefined && answer.kind === null ? problemId : undefined}
        onChoose={(kind) => set({ kind: kind as 'nothing' | 'note' })}
        onPress={setPressed}
      />
      {answer.kind === 'note' && (
        <Textarea
          ref={pressed ? takeFocus : undefined}
          size="sm"
          aria-label={`What we should know about ${name}`}
          placeholder="Peanuts. Her inhaler is in the red bag."
          autosize
          minRows={2}
          maxRows={6}
          // What was written before on the family's page may be longer, and is not cut.
          maxLength={Math.max(300, answer.note.length)}
          autoComplete="off"
          value={answer.note}
          error={problem}
          onChange={({ currentTarget }) => set({ note: currentTarget.value })}
        />
      )}
      {problem && answer.kind === null && (
        <Text tone="problem" strong id={problemId} role="alert">
          {problem}
        </Text>
      )}
      <Pills
        legend="May we publish photos?"
        options={[
          ['yes', 'Yes'],
          ['no', 'No'],
        ]}
        chosen={answer.photos}
        onChoose={(photos) => set({ photos })}
      />
    </Stack>
  )
}

interface PillsProps {
  legend: string
  options: readonly (readonly [value: string, label: string])[]
  chosen: string | null
  /** The id of what is wrong with it. */
  invalid?: string | undefined
  onChoose: (value: string) => void
  /** `true`: with a finger or a pointer; `false`: by a key. The arrows only look along the choice, and keep the focus. */
  onPress?: (pressed: boolean) => void
}

/** A choice of few. */
function Pills({ legend, options, chosen, invalid, onChoose, onPress }: PillsProps) {
  const name = useId()
  return (
    <Stack as="fieldset" gap={6}>
      <Text as="legend" strong>
        {legend}
      </Text>
      <Row align="stretch">
        {options.map(([value, label]) => (
          <label key={value} className={`${pills.pill} ${classes.pill}`}>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              aria-invalid={invalid !== undefined || undefined}
              aria-describedby={invalid}
              onPointerDown={() => onPress?.(true)}
              onKeyDown={() => onPress?.(false)}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </Row>
    </Stack>
  )
}

const People = ({ legend, beside, children }: { legend: string; beside: string; children: ReactNode }) => (
  <Stack as="fieldset" gap={6}>
    <Text as="legend" strong>
      {legend}{' '}
      <Text as="span" tone="dim" size="sm">
        {beside}
      </Text>
    </Text>
    <Grid gap="xs" className={classes.pair}>
      {children}
    </Grid>
  </Stack>
)
