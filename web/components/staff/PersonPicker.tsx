import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { fewestSearchLetters, type ListedUser } from '../../../shared/contract/people/people.ts'
import { call } from '../../api/call.ts'
import { usersQuery } from '../../api/queries/people.ts'
import { queryKeys } from '../../api/queryKeys.ts'
import { Text } from '../../ui/layout.tsx'
import classes from './PersonPicker.module.css'

/** In milliseconds, between the last key and the search. */
const typingPause = 400
const MORE = 'more'
/** In pixels: the next page is loaded before its end is reached. */
const optionHeight = 44

/** A person who was chosen. */
export interface PickedPerson {
  readonly id: string
  readonly full_name: string
}

type FoundPerson = Pick<ListedUser, 'id' | 'full_name' | 'email' | 'phone_number'> & {
  readonly cage_discount_percent?: number
}

/** Loads the people that a search finds, page by page by name, while the list is open. */
export type UsePeople = (
  search: string,
  isOpen: boolean,
) => UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly FoundPerson[] }>>

const useUsers: UsePeople = (search, isOpen) =>
  useInfiniteQuery({
    ...usersQuery({ search, sort: 'name', size: 20 }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })

/** Among all users too, from two letters on: at most 20, a page that has no next one. */
export const useSearched: UsePeople = (search, isOpen) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.staff, 'users', 'search', search],
    queryFn: async ({ signal }) => ({
      items: await call('GET /api/admin/people/search', { search_term: search }, { signal }),
    }),
    initialPageParam: '',
    getNextPageParam: () => null,
    enabled: isOpen && search.length >= fewestSearchLetters,
    placeholderData: keepPreviousData,
  })

interface PersonPickerProps {
  label: string
  description?: string
  value: PickedPerson | null
  onChange: (person: PickedPerson | null) => void
  error?: ReactNode
  'data-path'?: string
  /** Among whom; all users unless told otherwise. */
  usePeople?: UsePeople
  placeholder?: string
  /** What else is said of a person who is found, such as a price. */
  noteOf?: (person: FoundPerson) => string
  /** A dialog that starts in a field starts in this one. */
  startsHere?: boolean
  /** With fewer letters nobody is looked for. */
  fewestLetters?: number
  /** What is typed stays, as the name of someone new; Enter goes on to the next field. */
  newPerson?: { readonly name: string; readonly onName: (name: string) => void; readonly onEnter: () => void }
}

/**
 * Chooses one person by name, e-mail or phone number: 20 at a time, by name, more at the end of the list or by its
 * button (spec 3 §5, §7, §9).
 * All by keyboard: arrow keys, Enter, Escape.
 */
export function PersonPicker(props: PersonPickerProps) {
  const { label, description, value, onChange, error, usePeople = useUsers, fewestLetters = 0 } = props
  const combobox = useCombobox({ onDropdownClose: () => forget() })
  const { selectNextOption, updateSelectedOptionIndex, resetSelectedOption } = combobox
  // The id of the option that Enter chooses. Mantine's own names an option that may be gone from the list.
  const [active, setActive] = useState<string | null>(null)
  const forget = useCallback(() => {
    resetSelectedOption()
    setActive(null)
  }, [resetSelectedOption])
  // Null while nothing is typed: then the field has the name of the person who is chosen.
  const [typedHere, setTypedHere] = useState<string | null>(null)
  const { newPerson } = props
  const typed = newPerson && !value ? newPerson.name : typedHere
  const setTyped = (text: string | null) => {
    if (!newPerson) return setTypedHere(text)
    if (text !== null) newPerson.onName(text)
  }
  const [search] = useDebouncedValue(typed?.trim() ?? '', typingPause)
  const people = usePeople(search, combobox.dropdownOpened)
  const isTooShort = (typed?.trim() ?? '').length < fewestLetters
  const found = isTooShort ? [] : (people.data?.pages.flatMap(({ items }) => items) ?? [])
  // A list without anybody would only cover what is below the name of a new person.
  const isShown = combobox.dropdownOpened && !(newPerson && found.length === 0 && !people.isError)
  // Where the arrow keys go on in a list that has changed: at the first that is new, or from the beginning.
  const resumeAt = useRef(-1)
  useEffect(() => {
    if (!people.data) return
    if (resumeAt.current >= 0) {
      updateSelectedOptionIndex(resumeAt.current - 1)
      setActive(selectNextOption())
    } else forget()
    resumeAt.current = -1
  }, [people.data, selectNextOption, updateSelectedOptionIndex, forget])
  const moveByKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!combobox.dropdownOpened) return combobox.openDropdown('keyboard')
      setActive(event.key === 'ArrowDown' ? combobox.selectNextOption() : combobox.selectPreviousOption())
    }
    if (event.key === 'Enter' && combobox.dropdownOpened && active !== null) {
      event.preventDefault()
      combobox.clickSelectedOption()
    } else if (event.key === 'Enter' && newPerson) {
      event.preventDefault()
      combobox.closeDropdown('keyboard')
      newPerson.onEnter()
    } else if (event.key === 'Enter' && combobox.dropdownOpened && typedHere !== null) {
      // Nobody is chosen yet: the form is not sent with whom it had before.
      event.preventDefault()
    }
    if (event.key === 'Escape') combobox.closeDropdown('keyboard')
  }
  const choose = (id: string) => {
    if (id === MORE) {
      resumeAt.current = found.length
      return void people.fetchNextPage()
    }
    const person = found.find((one) => one.id === id)
    if (person) onChange({ id: person.id, full_name: person.full_name })
    setTyped(null)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} keepMounted={false} shadow="md">
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          role="combobox"
          data-path={props['data-path']}
          data-autofocus={props.startsHere || undefined}
          aria-haspopup="listbox"
          aria-expanded={isShown}
          aria-controls={isShown ? (combobox.listId ?? undefined) : undefined}
          aria-activedescendant={combobox.dropdownOpened ? (active ?? undefined) : undefined}
          // A dialog around it leaves Escape to the open list.
          data-mantine-stop-propagation={isShown || undefined}
          onKeyDown={moveByKey}
          aria-autocomplete="list"
          label={label}
          description={description}
          placeholder={props.placeholder ?? 'Name, email or phone'}
          autoComplete="off"
          maxLength={100}
          error={error}
          value={typed ?? value?.full_name ?? ''}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            if (newPerson && value) onChange(null)
            combobox.openDropdown()
            forget()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => {
            combobox.closeDropdown()
            setTyped(null)
          }}
          rightSection={
            people.isFetching && combobox.dropdownOpened ? (
              <Loader size={18} aria-hidden />
            ) : (
              value && (
                <CloseButton
                  size="2.75rem"
                  aria-label={`Remove ${value.full_name}`}
                  onClick={() => {
                    onChange(null)
                    setTyped(newPerson ? '' : null)
                  }}
                />
              )
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown ?? ''} hidden={!isShown}>
        <Combobox.Options
          className={classes.options ?? ''}
          aria-label="Users found"
          // A list that scrolls is a stop of Tab in Chromium, and gone with the focus in it.
          tabIndex={-1}
          onScroll={({ currentTarget: list }) => {
            const isNearEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 2 * optionHeight
            if (isNearEnd && people.hasNextPage && !people.isFetchingNextPage) void people.fetchNextPage()
          }}
        >
          {found.map((person) => (
            <Combobox.Option key={person.id} value={person.id} className={classes.option ?? ''}>
              <Found person={person} note={props.noteOf?.(person)} />
            </Combobox.Option>
          ))}
          {people.hasNextPage && (
            <Combobox.Option value={MORE} className={classes.option ?? ''}>
              {people.isFetchingNextPage ? 'Loading…' : 'Load more users'}
            </Combobox.Option>
          )}
          {found.length === 0 && !people.hasNextPage && (
            <Combobox.Empty role="status">
              {isTooShort
                ? `Type at least ${fewestLetters} letters.`
                : people.isError
                  ? `Error: ${people.error.message}`
                  : people.isFetching
                    ? 'Searching…'
                    : 'Nobody found.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const Found = ({
  person: { full_name, email, phone_number },
  note,
}: {
  person: FoundPerson
  note: string | undefined
}) => (
  <>
    <Text as="span" strong>
      {full_name}
    </Text>
    <Text as="span" tone="dim" breaks className={classes.reach}>
      {email && <span>{email}</span>}{' '}
      {phone_number && (
        <Text as="span" nowrap>
          {phone_number}
        </Text>
      )}
      {note && (
        <Text as="span" tone="link" strong className={classes.note}>
          {note}
        </Text>
      )}
    </Text>
  </>
)
