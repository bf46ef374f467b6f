import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hasWord, type SearchWord } from '../../db/searchWords.ts'

/** The cages, coaches and classes that one word names. */
interface NamedItems {
  readonly cages: readonly string[]
  readonly coaches: readonly string[]
  readonly classes: readonly string[]
}

/** Someone who may match, with the words that they have as bits. */
interface FoundPerson {
  readonly id: string
  readonly mask: number
}

/** What the words of a search name. A row of the list matches when its people and its items have all the words together. */
export interface Found {
  readonly words: readonly SearchWord[]
  /** For each word what it names beside people. */
  readonly items: readonly NamedItems[]
  /** Those who may match: who books, and who takes part without an account; null for more than `mostPeople`. */
  readonly people: {
    readonly customers: readonly FoundPerson[]
    readonly participants: readonly FoundPerson[]
  } | null
}

/**
 * What `words` name. A word that no item has must be the person's, which narrows the people: a customer has the words in
 * their own name, e-mail and phone. A participant has one in the own name and may have the others in the adults' names, so
 * that 'noah garcia' is found where only the father is called García.
 *
 * @param mostPeople how many people are worth looking up one by one.
 */
export async function findPeopleAndItems(
  db: Db,
  words: readonly SearchWord[],
  mostPeople: number,
): Promise<Found> {
  const items = await findItems(db, words)
  const named = items.map(isNamed)
  const theirs = named.includes(false) ? words.filter((_, n) => !named[n]) : words
  const inText = (column: string) => theirs.map(({ people }) => hasWord(sql.ref(column), people))
  const any = (has: RawBuilder<SqlBool>[]) => sql`(${sql.join(has, sql` or `)})`
  const narrowed = (column: string) =>
    named.includes(false) ? sql.join(inText(column), sql` and `) : any(inText(column))
  const text = sql`case kind when 'participant' then search else own end`
  const mask = sql.join(
    words.map(({ people }, n) =>
      named[n] ? sql`case when ${hasWord(text, people)} then ${sql.lit(1 << n)} else 0 end` : sql.lit(1 << n),
    ),
    sql` + `,
  )
  const { rows } = await sql<FoundPerson & { kind: string }>`
    select id, kind, ${mask} as mask from people_index
    where ${narrowed('search')} and case kind when 'participant' then ${any(inText('own'))} else ${narrowed('own')} end
    limit ${mostPeople + 1}`.execute(db)
  if (rows.length > mostPeople) return { words, items, people: null }
  const { customers = [], participants = [] } = Object.groupBy(rows, ({ kind }) =>
    kind === 'participant' ? 'participants' : 'customers',
  )
  return { words, items, people: { customers, participants } }
}

const isNamed = ({ cages, coaches, classes }: NamedItems) =>
  cages.length + coaches.length + classes.length > 0

async function findItems(db: Db, words: readonly SearchWord[]): Promise<NamedItems[]> {
  const patterns = words.map(({ items }) => items)
  const { rows } = await sql<{ word: number; kind: keyof NamedItems; id: string }>`
    select word.n::integer - 1 as word, item.kind, item.id
    from (
      select 'cages' as kind, id, ' ' || search_text(name) || ' ' as text from cages
      union all select 'coaches', id, ' ' || search_text('lesson with ' || name) || ' ' from coaches
      union all select 'classes', id, ' ' || search_text(name) || ' ' from classes
    ) item
    join unnest(${patterns}::text[]) with ordinality as word (pattern, n) on item.text like word.pattern
    `.execute(db)
  return words.map((_, n) => {
    const of = (kind: keyof NamedItems) =>
      rows.filter((row) => row.word === n && row.kind === kind).map(({ id }) => id)
    return { cages: of('cages'), coaches: of('coaches'), classes: of('classes') }
  })
}

/**
 * The condition that the entry `e` has all words, by its items or by its people.
 *
 * @param personHas whether one of the people has the word of this number.
 */
export function hasAllWords(
  { items }: Found,
  personHas: (word: number) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const conditions = items.map((named, n) => {
    const ways = [personHas(n)]
    if (named.cages.length > 0) ways.push(sql`e.cage_id = any(${named.cages}::uuid[])`)
    if (named.coaches.length > 0) ways.push(sql`e.coach_id = any(${named.coaches}::uuid[])`)
    if (named.classes.length > 0) ways.push(sql`e.class_id = any(${named.classes}::uuid[])`)
    return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
  })
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

/**
 * The items by which rows are found that have all words whatever their person is called: those that have all words themselves,
 * and those that have some where others have the rest, such as a coach and a cage.
 */
export function anchorsOf({ items }: Found): NamedItems {
  const all = (1 << items.length) - 1
  const maskOf = (of: keyof NamedItems) => {
    const masks = new Map<string, number>()
    for (const [n, named] of items.entries()) {
      for (const id of named[of]) masks.set(id, (masks.get(id) ?? 0) | (1 << n))
    }
    return masks
  }
  const [cages, coaches, classes] = [maskOf('cages'), maskOf('coaches'), maskOf('classes')]
  const complete = (masks: Map<string, number>) =>
    [...masks].filter(([, mask]) => mask === all).map(([id]) => id)
  const beside = [...cages.values(), ...classes.values()]
  return {
    cages: complete(cages),
    // A lesson has a coach and a cage, a class session a coach and a class.
    coaches: [...coaches]
      .filter(([, mask]) => mask === all || beside.some((other) => (other | mask) === all))
      .map(([id]) => id),
    classes: complete(classes),
  }
}
