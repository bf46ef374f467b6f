import type { ColumnType, Generated } from 'kysely'

/** A key that the database makes when none is given. */
export type Id = Generated<string>

/** `numeric(10, 2)`: dollars as text, e.g. `'45.50'`, so that money never passes through a float. */
export type Dollars = string

/** `date`: a facility day, `yyyy-MM-dd`. */
export type Day = string

/** `time`: facility wall-clock time, `HH:mm:ss` when read; `HH:mm` may be written. */
export type WallTime = string

/** `timestamptz`. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>
/** `timestamptz` with a default. */
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>

/** `jsonb`: written as JSON text, because the driver would turn an array into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>
export type DefaultJson<T> = ColumnType<T, string | undefined, string>
export type NullableJson<T> = ColumnType<T | null, string | null, string | null>
