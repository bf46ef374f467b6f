import type { ReactNode } from 'react'
import { Heading, List, Row, Stack, Text } from '../layout.tsx'
import classes from './DetailParts.module.css'

/** What is told about one thing in a drawer: its name, its facts, its lists. */
export const Details = ({ name, children }: { name: string; children: ReactNode }) => (
  <Stack gap="lg">
    <Heading as="h3" size="3xl" breaks>
      {name}
    </Heading>
    {children}
  </Stack>
)

/** Names with values, in as many columns as fit. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

interface FactProps {
  name: string
  /** Takes a line of its own: for e-mails and lists. */
  wide?: boolean
  children: ReactNode
}

export const Fact = ({ name, wide = false, children }: FactProps) => (
  <div className={wide ? classes.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A text that someone wrote, e.g. a coach's bio. */
export const Prose = ({ children }: { children: ReactNode }) => (
  <Text breaks lines>
    {children}
  </Text>
)

interface RecordListProps<Item> {
  title: string
  items: readonly Item[]
  /** Said where there are none. */
  empty: string
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** A short list under a heading. */
export const RecordList = <Item,>({ title, items, empty, keyOf, children }: RecordListProps<Item>) => (
  <section>
    <h3 className={classes.heading}>{title}</h3>
    {items.length > 0 ? (
      <List>
        {items.map((item) => (
          <Row as="li" apart key={keyOf(item)} className={classes.item}>
            {children(item)}
          </Row>
        ))}
      </List>
    ) : (
      <Text tone="dim">{empty}</Text>
    )}
  </section>
)

/** What an item of such a list is: its name, and a line below. */
export const RecordName = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className={classes.what}>
    <strong>{name}</strong>
    {children && (
      <Text as="span" tone="dim" size="sm" block>
        {children}
      </Text>
    )}
  </span>
)

/** What is at the end of such an item. */
export const RecordEnd = ({ children }: { children: ReactNode }) => (
  <Text as="span" size="sm" numbers>
    {children}
  </Text>
)
