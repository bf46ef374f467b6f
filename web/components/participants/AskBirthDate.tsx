import { Button } from '@mantine/core'
import { useState } from 'react'
import { Row } from '../../ui/layout.tsx'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './AddPerson.module.css'
import { useToday } from './ages.ts'
import { BirthDateField } from './BirthDateField.tsx'
import { birthDateProblem, readTyped } from './birthDate.ts'
import type { Person } from './people.ts'
import type { Choice } from './useParty.ts'

/** The birth date of someone who has none, where ages matter; saying it chooses them. */
export default function AskBirthDate({ person, party }: { person: Person; party: Choice }) {
  const today = useToday()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useFocusOnShow<HTMLInputElement>()
  async function save() {
    const wrong = birthDateProblem(typed, today, true)
    setProblem(wrong)
    const day = readTyped(typed)
    if (wrong || !day) return
    const failure = await party.setBirthDate(person.id, day)
    setProblem(failure?.message ?? null)
  }
  return (
    <Row align="stretch" className={classes.ask} data-private>
      <BirthDateField
        ref={field}
        label="Birth Date"
        of={person.isSelf ? 'yourself' : person.name}
        value={typed}
        onChange={setTyped}
        error={problem}
      />
      <Button variant="default" loading={party.isPending} onClick={() => void save()}>
        Save
      </Button>
    </Row>
  )
}
