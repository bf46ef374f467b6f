/** The accounts of the bookkeeping journal: what each is for, and its name until the owner enters another. */
import { capitalized } from '../capitalized.ts'

const sold = {
  cages: 'cages',
  lessons: 'lessons',
  classes: 'classes',
  camps: 'camps',
  memberships: 'memberships',
  goods: 'goods',
} as const
type Sold = keyof typeof sold
const each = <Prefix extends string, Value>(prefix: Prefix, of: (name: string) => Value) =>
  Object.fromEntries(Object.entries(sold).map(([key, name]) => [`${prefix}_${key}`, of(name)])) as Readonly<
    Record<`${Prefix}_${Sold}`, Value>
  >

/** In the order of a day's entries. Accounts of the same name are one. */
export const journalAccounts = {
  cash: { label: 'Cash', name: 'Cash' },
  desk_card: { label: 'Card at Desk', name: 'Card at Desk' },
  online: { label: 'Card Online', name: 'Online Payments' },
  other: { label: 'Other Payments', name: 'Other Payments' },
  ...each('revenue', (name) => ({ label: `Revenue, ${capitalized(name)}`, name: `Revenue: ${name}` })),
  ...each('tax', (name) => ({ label: `Sales Tax, ${capitalized(name)}`, name: 'Sales Tax Payable' })),
  drawer_difference: { label: 'Drawer Differences', name: 'Cash Over and Short' },
  drawer_moves: { label: 'Paid In and Out', name: 'Cash Paid In and Out' },
} as const
export type JournalAccount = keyof typeof journalAccounts
export const journalAccountKeys = Object.keys(journalAccounts) as JournalAccount[]

/** The names that the owner entered. */
export type JournalNames = Partial<Record<JournalAccount, string>>

/** Those that are not empty, always in the same order, so that two that say the same are written the same. */
export const namedAccounts = (names: JournalNames): JournalNames =>
  Object.fromEntries(journalAccountKeys.flatMap((key) => (names[key] ? [[key, names[key]]] : [])))
