import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Row } from '../layout.tsx'
import classes from './FilterBar.module.css'

/** Search debounce in milliseconds (spec 3 §9). */
const typingPause = 500

interface FilterBarProps {
  /** What is searched, e.g. 'Search users'. */
  label: string
  placeholder: string
  /** The search in the page's address. */
  search: string
  /** Puts a search into the address, half a second after the last key or at once with Enter. */
  onSearch: (search: string) => void
  /** Takes search and filters out of the address; absent while there are none. */
  onClear?: (() => void) | undefined
  /** Filters beside the search. */
  children?: ReactNode
}

/** Search and filters above a list. What they say is in the address, so that it can be kept, shared and gone back to. */
export function FilterBar({ label, placeholder, search, onSearch, onClear, children }: FilterBarProps) {
  const [typed, setTyped] = useState(search)
  const searchSoon = useDebouncedCallback(onSearch, typingPause)
  // The address may change under the field: Back, Forward, Clear. What is being typed is not undone by it.
  const [shown, setShown] = useState(search)
  if (shown !== search) {
    setShown(search)
    if (!searchSoon.isPending()) setTyped(search)
  }
  const change = (text: string) => {
    setTyped(text)
    searchSoon(text.trim())
  }
  const searchNow = (text: string) => {
    searchSoon.cancel()
    setTyped(text)
    onSearch(text.trim())
  }
  return (
    <Row as="search" className={classes.bar}>
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault()
          searchNow(typed)
        }}
      >
        <TextInput
          type="search"
          enterKeyHint="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={100}
          autoComplete="off"
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                className={classes.clear ?? ''}
                iconSize={20}
                aria-label="Clear search"
                onClick={() => searchNow('')}
              />
            )
          }
          value={typed}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      </form>
      {children}
      {onClear && (
        <Button
          variant="subtle"
          onClick={() => {
            searchSoon.cancel()
            setTyped('')
            onClear()
          }}
        >
          Clear
        </Button>
      )}
    </Row>
  )
}
