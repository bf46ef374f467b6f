/** Runs statements without parameters on one connection. */
export type RunStatement = (text: string) => Promise<{ rows: unknown[] }>

/**
 * Empties tables and lets `fill` put rows into them as they were, without triggers: copies that triggers keep are among the tables. The
 * keys between tables are made again at the end, so PostgreSQL checks every one. Needs the owner of the tables, and a transaction.
 *
 * @param tables quoted as SQL needs it.
 * @throws PostgreSQL's error for a row that points to none, and what `fill` throws.
 */
export async function fillTables(
  run: RunStatement,
  tables: readonly string[],
  fill: (table: string) => Promise<void>,
): Promise<void> {
  const read = async <Row>(text: string) => (await run(text)).rows as Row[]
  const keys = await read<{ place: string; name: string; definition: string }>(`
    select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any ('{public, stripe_sandbox}')`)
  const always = await read<{ place: string; name: string }>(`
    select tgrelid::regclass::text as place, quote_ident(tgname) as name from pg_trigger where tgenabled = 'A'`)
  for (const { place, name } of keys) await run(`alter table ${place} drop constraint ${name}`)
  for (const table of tables) {
    await run(`alter table ${table} disable trigger user`)
    await run(`delete from ${table}`)
    await fill(table)
    await run(`alter table ${table} enable trigger user`)
  }
  for (const { place, name, definition } of keys)
    await run(`alter table ${place} add constraint ${name} ${definition}`)
  for (const { place, name } of always) await run(`alter table ${place} enable always trigger ${name}`)
}
