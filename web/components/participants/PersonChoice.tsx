import { NativeSelect } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Text } from '../../ui/layout.tsx'
import { shownName } from './people.ts'
import type { OnePerson } from './useOnePerson.ts'
import classes from './WhoIsComing.module.css'

const AddPerson = lazy(() => import('./AddPerson.tsx'))

/** Who a cage or lesson is for, in one line. A customer with nobody else sees the way to add a child. */
export default function PersonChoice({
  choice,
  disabled = false,
  problem,
}: {
  choice: OnePerson
  disabled?: boolean
  /** Why nothing can be booked yet: nobody is chosen. */
  problem?: string | null
}) {
  const [adding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const closed = useRef(false)
  useEffect(() => {
    if (closed.current && !adding) opener.current?.focus()
    closed.current = adding
  }, [adding])
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (problem) select.current?.focus()
  }, [problem])
  if (!choice.people) return null
  const alone = choice.people.length === 1
  return (
    <div className={classes.one}>
      {!alone && (
        <NativeSelect
          label="For"
          size="md"
          className={classes.select ?? ''}
          classNames={{ label: classes.selectLabel ?? '' }}
          disabled={disabled}
          ref={select}
          error={choice.isMissing && problem}
          value={choice.person?.id ?? ''}
          data={[
            ...(choice.isMissing ? [{ value: '', label: 'Choose who is coming', disabled: true }] : []),
            ...choice.people.map((person) => ({
              value: person.id,
              label: person.isSelf ? `${shownName(person)} (${person.name})` : person.name,
            })),
          ]}
          onChange={({ currentTarget }) => choice.choose(currentTarget.value)}
        />
      )}
      {adding ? (
        <Suspense>
          <AddPerson
            needsBirthDate={false}
            isPending={choice.isPending}
            onAdd={choice.add}
            onUse={choice.use}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : (
        <Text tone="dim" size="sm">
          {alone && 'Booking for a child? '}
          <button
            ref={opener}
            type="button"
            className={classes.textButton}
            disabled={disabled}
            onClick={() => setAdding(true)}
          >
            {alone ? 'Add them here' : 'Add a person'}
          </button>
        </Text>
      )}
    </div>
  )
}
