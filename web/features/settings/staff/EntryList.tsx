import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { List, Text } from '../../../ui/layout.tsx'
import { errorsBelow, type FieldErrors } from './fieldErrors.ts'
import classes from './Settings.module.css'

interface EntryParts<Entry> {
  entry: Entry
  name: string
  errors: FieldErrors
  change: (part: Partial<Entry>) => void
}

interface EntryListProps<Entry> {
  value: readonly Entry[]
  errors: FieldErrors
  onChange: (value: Entry[]) => void
  /** 'Special Day', as in 'Add Special Day'. */
  noun: string
  empty: string
  /** A new entry. */
  made: () => Entry
  nameOf: (entry: Entry, index: number) => string
  /** So many at the beginning cannot be removed. */
  kept?: number
  children: (parts: EntryParts<Entry>) => ReactNode
}

/** A list whose entries are added, edited and removed in place. */
export function EntryList<Entry extends object>(props: EntryListProps<Entry>) {
  const { value, errors, onChange, noun, nameOf, kept = 0 } = props
  const list = useRef<HTMLUListElement>(null)
  // A new entry takes the focus, so that one types on.
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0)
      list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(input, textarea)')?.focus()
  }, [added])
  return (
    <div className={classes.entries}>
      {value.length === 0 && <p className={classes.none}>{props.empty}</p>}
      {errors[''] && (
        <Text tone="problem" role="alert">
          {errors['']}
        </Text>
      )}
      <List ref={list} className={classes.rows}>
        {value.map((entry, index) => {
          const name = nameOf(entry, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity while they are edited
            <li key={index} className={classes.entry}>
              <div className={classes.fields}>
                {props.children({
                  entry,
                  name,
                  errors: errorsBelow(errors, String(index)),
                  change: (part) =>
                    onChange(value.map((old, at) => (at === index ? { ...old, ...part } : old))),
                })}
              </div>
              {index >= kept && (
                <Button
                  variant="subtle"
                  className={classes.remove ?? ''}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                >
                  <IconTrash size={20} aria-hidden />
                </Button>
              )}
            </li>
          )
        })}
      </List>
      <Button
        variant="default"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => {
          onChange([...value, props.made()])
          setAdded(added + 1)
        }}
      >
        Add {noun}
      </Button>
    </div>
  )
}
