import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { fewestSearchLetters } from '../../../../shared/contract/people/people.ts'
import type { RosterCandidate } from '../../../../shared/contract/programs/rosters.ts'
import { type AgeRange, agesText } from '../../../../shared/domain/programs/ages.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { Avatar } from '../../../components/participants/Avatar.tsx'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import classes from './AddToRoster.module.css'

/** In milliseconds, between the last key and the search. */
const typingPause = 250
const NEW = 'new'

/** Who goes into the form for what a single press cannot do: someone new, or an exception with a reason. */
export interface ByHand {
  readonly name?: string
  readonly person?: { readonly id: string; readonly full_name: string }
  readonly participantId?: string
}

interface AddToRosterProps {
  of: { readonly kind: 'camp' | 'class'; readonly id: string }
  ages: AgeRange
  spots: { readonly left: number; readonly max: number }
  /** '$120'. */
  price: string
  field: Ref<HTMLInputElement>
  onByHand: (start: ByHand) => void
}

/** The last row of a roster: a search for children and adults, and Enter adds who is found. They pay on arrival. */
export function AddToRoster({ of, ages, spots, price, field, onByHand }: AddToRosterProps) {
  const offerUndo = useOfferUndo()
  const combobox = useCombobox()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingPause)
  const isLongEnough = search.length >= fewestSearchLetters && typed.trim().length >= fewestSearchLetters
  const people = useQuery({
    ...read('GET /api/admin/rosters/:kind/:id/candidates', { ...of, search_term: search }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const found = isLongEnough ? (people.data ?? []) : []
  const [active, setActive] = useState<string | null>(null)
  // Where the arrow keys begin in a list that has changed: at the first who can be added.
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (people.data) setActive(selectFirstOption())
  }, [people.data, selectFirstOption])
  const adding = useAttempt({
    send: ({ user_id, participant_id }: RosterCandidate, once) => {
      const who = { user_id, participant_ids: [participant_id], status: 'registered' as const }
      return of.kind === 'camp'
        ? once('POST /api/manual-camp-registrations', { camp_id: of.id, ...who })
        : once('POST /api/manual-class-registrations', { class_instance_id: of.id, ...who })
    },
    touches: touches.staff,
  })
  async function choose(id: string) {
    const person = found.find(({ participant_id }) => participant_id === id)
    if (id === NEW || person?.problem) {
      combobox.closeDropdown()
      setTyped('')
      return onByHand(person ? byHandOf(person) : { name: typed.trim() })
    }
    const outcome = person && (await adding.attempt(person))
    if (!outcome) return
    if ('error' in outcome) return tellProblem(outcome.error)
    offerUndo(outcome.answer)
    combobox.closeDropdown()
    setTyped('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setActive(key === 'ArrowDown' ? combobox.selectNextOption() : combobox.selectPreviousOption())
    } else if (key === 'Enter') {
      event.preventDefault()
      if (isShown && search === typed.trim() && !people.isFetching) combobox.clickSelectedOption()
    } else if (key === 'Escape') combobox.closeDropdown()
  }
  const isFull = spots.left === 0
  const isShown = combobox.dropdownOpened && isLongEnough
  const left = spots.left === 1 ? '1 spot left' : `${spots.left} spots left`
  return (
    <Row gap="sm" nowrap className={classes.add}>
      <IconUserPlus size={20} aria-hidden />
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => void choose(id)}
        position="top-start"
        width={520}
        shadow="lg"
        withinPortal={false}
      >
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextInput
            ref={field}
            role="combobox"
            aria-label="Add a player"
            aria-haspopup="listbox"
            aria-expanded={isShown}
            aria-controls={isShown ? (combobox.listId ?? undefined) : undefined}
            aria-activedescendant={isShown ? (active ?? undefined) : undefined}
            aria-autocomplete="list"
            className={classes.field ?? ''}
            placeholder={isFull ? `Full. ${spots.max} of ${spots.max}` : 'Name or phone'}
            disabled={isFull}
            autoComplete="off"
            maxLength={100}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={
              adding.isPending || (people.isFetching && isLongEnough) ? (
                <Loader size={18} aria-hidden />
              ) : (
                <Text as="span" tone="dim" size="xs" nowrap className={classes.left}>
                  {!isFull && left}
                </Text>
              )
            }
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              combobox.openDropdown()
            }}
            onKeyDown={onKeyDown}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={classes.found ?? ''} hidden={!isShown}>
          <Combobox.Options aria-label="People found">
            {found.map((person) => (
              <Combobox.Option
                key={person.participant_id}
                value={person.participant_id}
                disabled={person.problem === 'on_roster'}
                aria-disabled={person.problem === 'on_roster' || undefined}
                className={classes.option ?? ''}
              >
                <Found person={person} ages={ages} price={price} />
              </Combobox.Option>
            ))}
            <Combobox.Option value={NEW} className={classes.option ?? ''}>
              <IconPlus size={18} aria-hidden />
              <Text as="strong" tone="link">
                New Player “{typed.trim()}”
              </Text>
            </Combobox.Option>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Row>
  )
}

const byHandOf = ({ user_id, name, adult_name, participant_id }: RosterCandidate): ByHand => ({
  person: { id: user_id, full_name: adult_name ?? name },
  participantId: participant_id,
})

function Found({ person, ages, price }: { person: RosterCandidate; ages: AgeRange; price: string }) {
  const { name, age, adult_name, problem } = person
  const why = problem && problemText(problem, ages)
  return (
    <>
      <Avatar name={name} isSelf={adult_name === null} />
      <Text as="span" grow shrinks>
        <strong>{name}</strong>{' '}
        <Text as="span" tone="dim" size="xs">
          {[age, adult_name && `child of ${adult_name}`].filter((fact) => fact !== null).join(' · ')}
        </Text>
      </Text>
      {why ? (
        <Text as="span" size="2xs" strong className={classes.why}>
          {why}
        </Text>
      ) : (
        <Text as="span" tone="dim" size="xs">
          Add, {price}
        </Text>
      )}
    </>
  )
}

/** 'Too old, ages 10 to 14'. */
function problemText(problem: NonNullable<RosterCandidate['problem']>, ages: AgeRange): string {
  const why = {
    on_roster: 'Already on the roster',
    too_old: `Too old, ${agesText(ages)}`,
    too_young: `Too young, ${agesText(ages)}`,
    no_birth_date: 'Birth date needed',
  } as const
  return why[problem]
}
