import type { GeneratedAlways } from 'kysely'
import type { Role } from '../../../shared/contract/accounts.ts'
import type { NullableInstant } from './columns.ts'

/** Everybody whom staff search for. Written by triggers alone; read it, never write it. */
export interface PeopleIndexTable {
  /** The account's id; of a guest a digest of name, e-mail and phone. */
  id: string
  kind: 'account' | 'guest'
  name: string
  email: string | null
  phone: string | null
  /** Of accounts only. */
  role: Role | null
  created_at: NullableInstant
  /** Name without accents and capitals. */
  sort_name: GeneratedAlways<string>
  /** Name, e-mail and digits of the phone as patterns are matched against them. */
  search: GeneratedAlways<string>
}
