import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../../../shared/contract/errors.ts'
import type { Role } from '../../../../shared/contract/fields.ts'
import type { ImportInUse, PersonImport } from '../../../../shared/contract/people/imports.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { tuesday } from '../../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { standingClock } from '../../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { importing, importsPath, reasonsOf } from './importTestKit.ts'
import { purgeImports } from './importWorker.ts'

const day = tuesday(3)
const clock = standingClock(new Date().toISOString())
let app: TestApp
let admin: Person
let other: Person
let kit: ReturnType<typeof importing>
beforeAll(async () => {
  app = await startTestApp({ clock })
  await addCages(app.db, 3)
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  other = await addPerson(app, { role: 'admin', name: 'Otto Owner' })
  kit = importing(app, admin)
})
afterAll(() => app.close())

const profile = (name: string) =>
  app.db.selectFrom('profiles').selectAll().where('full_name', '=', name).executeTakeFirst()
const mails = async () =>
  Number(
    (
      await app.db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('create-import reads every encoding and separator, and recognizes columns by their headings', async () => {
  const text = 'Client Name;E-Mail;Mobile\nZoë Núñez;zoe@example.com;409 555 0101\n'
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  const bigEndian = new Uint8Array(Buffer.from(utf16).swap16())
  const files = [
    text,
    `\uFEFF${text}`,
    text.replaceAll(';', '\t'),
    text.replaceAll(';', ','),
    utf16,
    bigEndian,
  ]
  files.push(
    utf16.slice(2),
    new Uint8Array(Buffer.from(text, 'latin1')),
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', '\r'),
  )
  for (const file of files) {
    const found = await kit.dryRun(file)
    expect(found).toMatchObject({
      columns: ['name', 'email', 'phone'],
      rows: 1,
      counts: { new: 1, wrong: 0 },
    })
    expect((await kit.rowsOf(found.id))[0]?.cells).toEqual(['Zoë Núñez', 'zoe@example.com', '409 555 0101'])
  }
})

test('what is no table, has nothing or too much in it is refused and leaves nothing behind', async () => {
  const before = (await app.db.selectFrom('imports').select('id').execute()).length
  const wide = Array.from({ length: 200 }, (_, index) => `Column ${index}`).join(',')
  const long = `Name\n${'Pat Parent\n'.repeat(20_001)}`
  const million = `Name\n${'P\n'.repeat(1_000_000)}`
  const cases: [string | Uint8Array, number, string][] = [
    ['', 400, 'import_empty'],
    ['Name,Email\n', 400, 'import_empty'],
    ['Name,Email\n,\n , \n', 400, 'import_empty'],
    ['Name\n"Pat\nParent\n', 400, 'import_unreadable'],
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x01]), 400, 'import_unreadable'],
    [`${wide}\n${wide}`, 413, 'import_too_many_columns'],
    [long, 413, 'import_too_many_rows'],
    [million, 413, 'import_too_many_rows'],
    [`Name\n${'x'.repeat(11 * 1024 * 1024)}`, 413, 'body_too_large'],
  ]
  for (const [content, status, code] of cases)
    expect(await refusalOf(await kit.upload(content))).toEqual([status, code])
  expect(await app.db.selectFrom('imports').select('id').execute()).toHaveLength(before)
})

test.each<Role>(['user', 'coach', 'desk'])('none of it is for the role %s', async (role) => {
  const { id } = await kit.dryRun('Name\nRory Role')
  const { cookie } = await addPerson(app, { role })
  const calls = [
    app.request(`${importsPath}?source=x.csv`, { method: 'POST', body: 'Name\nX', cookie }),
    app.request(importsPath, { cookie }),
    app.request(`${importsPath}/${id}`, { cookie }),
    app.request(`${importsPath}/${id}/rows`, { cookie }),
    app.request(`${importsPath}/${id}/rejected.csv`, { cookie }),
    app.request(`${importsPath}/${id}/columns`, { method: 'PUT', json: { columns: ['name'] }, cookie }),
    app.request(`${importsPath}/${id}/take`, { json: { invite: false }, cookie }),
    app.request(`${importsPath}/${id}/undo`, { json: { keep_changed: false }, cookie }),
    app.request(`${importsPath}/${id}`, { method: 'DELETE', cookie }),
    app.request('/api/admin/everything.zip', { cookie }),
  ]
  for (const call of calls) expect(await refusalOf(await call)).toEqual([403, 'forbidden'])
  expect((await kit.read(id)).state).toBe('checked')
})

test('a birthday right after a child’s name is the child’s', async () => {
  const { id } = await kit.dryRun(
    'Full Name,Email,Child,Birthday\nGood Gwen,gwen2@example.com,Emma Gwen,4/30/2016',
  )
  expect((await kit.rowsOf(id))[0]).toMatchObject({ outcome: 'new', becomes: 'New customer with Emma Gwen' })
})

test('the dry run says of each row (get-import, list-import-rows) what becomes of it, and what is wrong in which column', async () => {
  const file = [
    'Full Name,Email,Phone,Birthday,Role,Child,Child DOB,Booking Date,Start,Duration,Cage,Price',
    'Good Gwen,gwen@example.com,(409) 555-0111,,,Emma Gwen,4/30/2016,,,,,',
    ',nobody@example.com,,,,,,,,,,',
    'Bad Bob,bob at example,555,,,,,,,,,',
    'Young Yuri,,,1/2/2020,,,,,,,,',
    'Boss Betty,betty@example.com,,,Admin,,,,,,,',
    'Date Dan,dan@example.com,,,,Dora Dan,31/31/2016,,,,,',
    `Past Pam,pam@example.com,,,,,,2020-01-01,4:00 PM,60,Cage 1,`,
    `Late Lou,lou@example.com,,,,,,${day},4:10 PM,60,Cage 1,`,
    `Far Fay,fay@example.com,,,,,,${day},4:00 PM,60,Cage 99,`,
    `Free Fred,fred@example.com,,,,,,${day},4:00 PM,60,Cage 1,abc`,
  ].join('\n')
  const found = await kit.dryRun(file)
  expect(found).toMatchObject({ counts: { new: 1, adds: 0, duplicate: 0, wrong: 9 }, rows: 10, rejected: 9 })
  const rows = await kit.rowsOf(found.id)
  expect(rows[0]).toMatchObject({ number: 2, outcome: 'new', becomes: 'New customer with Emma Gwen' })
  expect(reasonsOf(rows).map(([number, { column, message }]) => `${number} ${column}: ${message}`)).toEqual([
    '3 Full Name: Enter a name.',
    '4 Email: Enter an email, like pat@example.com.',
    '4 Phone: Please enter a real phone number, e.g. (409) 555-0123.',
    '5 Birthday: Customers are 13 or older. Enter a child in a row of a parent.',
    '6 Role: Write Customer or Coach. Other roles are given on the Users page.',
    '7 Child DOB: Write the date like 4/30/2015.',
    '8 Booking Date: Only future bookings are imported. Leave past ones out.',
    '9 Start: Bookings start on the hour or half hour and last whole half hours.',
    '10 Cage: There’s no such cage. You have Cage 1, Cage 2, Cage 3.',
    '11 Price: Enter a price, like 24 or 24.50.',
  ])
  expect((await kit.rowsOf(found.id, 'outcome=wrong&after=5')).map(({ number }) => number)).toEqual([
    6, 7, 8, 9, 10, 11,
  ])
  expect(await profile('Good Gwen')).toBeUndefined()
})

test('take-import makes people with children, notes, coaches and bookings, tells nobody, and is audited', async () => {
  const before = await mails()
  const file = [
    'Name,Email,Phone,Birth Date,Type,Children,Child DOB,Membership,Credits,Notes,Hourly Rate,Date,From,Until,Cage,Price,Paid',
    `"Tally, Tom",Tom@Example.com,409-555-0140,7/4/1980,Customer,"Tia Tally; Tim Tally",,Gold until June,$45,Likes cage 2,,${day},4 PM,5:30 PM,cage 1,,no`,
    `Tess Tally,,409-555-0141,,,,,,,,,${day},16:00,17:00,Cage 2,31.50,yes`,
    'Cory Coach,cory@example.com,,,Coach,,,,,,65,,,,,,',
    '=HYPERLINK(1),formula@example.com,,,,,,,,"=1+2",,,,,,,',
  ].join('\n')
  const done = await kit.taken(file)
  expect(done).toMatchObject({
    state: 'taken',
    counts: { new: 4, adds: 0, duplicate: 0, wrong: 0 },
    problem: null,
  })
  const tom = await profile('Tom Tally')
  expect(tom).toMatchObject({
    ...{ email: 'tom@example.com', phone_number: '(409) 555-0140', role: 'user' },
    ...{ email_verified: false, marketing_opt_in: false, added_by_staff: true },
  })
  const family = await app.db
    .selectFrom('participant_adults as adult')
    .innerJoin('participants', 'participants.id', 'participant_id')
    .select(['name', 'birth_date'])
    .where('adult.user_id', '=', tom?.id ?? '')
    .orderBy('name')
    .execute()
  expect(family).toEqual([
    { name: 'Tia Tally', birth_date: null },
    { name: 'Tim Tally', birth_date: null },
    { name: 'Tom Tally', birth_date: '1980-07-04' },
  ])
  const notes = await app.db
    .selectFrom('person_notes')
    .select(['body', 'written_by'])
    .where('user_id', '=', tom?.id ?? '')
    .orderBy('body')
    .execute()
  expect(notes).toEqual(
    ['Credit before Dugout: $45', 'Likes cage 2', 'Membership before Dugout: Gold until June'].map(
      (body) => ({ body, written_by: admin.id }),
    ),
  )
  const bookings = await app.db
    .selectFrom('bookings')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select([
      'full_name',
      'bookings.status',
      'total_cost',
      'admin_notes',
      sql<number>`extract(epoch from end_time - start_time)::integer / 60`.as('minutes'),
    ])
    .where('full_name', 'like', '% Tally')
    .orderBy('full_name')
    .execute()
  expect(bookings).toEqual([
    {
      full_name: 'Tess Tally',
      status: 'paid',
      total_cost: '0.00',
      admin_notes: 'Paid before Dugout: $31.50',
      minutes: 60,
    },
    {
      full_name: 'Tom Tally',
      status: 'pending payment',
      total_cost: expect.stringMatching(/^[1-9]/),
      admin_notes: null,
      minutes: 90,
    },
  ])
  expect(await app.db.selectFrom('payment_transactions').select('id').execute()).toEqual([])
  expect(
    await app.db
      .selectFrom('coaches')
      .select(['email', 'hourly_rate', 'user_id'])
      .where('name', '=', 'Cory Coach')
      .execute(),
  ).toEqual([{ email: 'cory@example.com', hourly_rate: '65.00', user_id: null }])
  expect(await profile('=HYPERLINK(1)')).toMatchObject({ email: 'formula@example.com' })
  expect(await disagreements(app.db)).toEqual([])
  expect(await mails()).toBe(before)
  const entry = await app.db
    .selectFrom('audit_log')
    .select(['user_id', 'description'])
    .where('table_name', '=', 'profiles')
    .where('record_id', '=', tom?.id ?? '')
    .executeTakeFirst()
  expect(entry).toEqual({ user_id: admin.id, description: 'Import of people.csv' })

  const again = await kit.dryRun(file)
  expect(again.counts).toEqual({ new: 0, adds: 0, duplicate: 4, wrong: 0 })
  expect(await refusalOf(await kit.act(again.id, 'take', { invite: false }))).toEqual([
    409,
    'import_has_nothing',
  ])
})

describe('a duplicate', () => {
  test('is told by email, by name and birth date, by name and phone, and by a name that has nothing else', async () => {
    await kit.taken(
      'Name,Email,Phone,Birth Date\nDora Double,dora@example.com,409 555 0150,2/3/1990\nNils Nameonly,,,\nSam Shared,,409 555 0151,',
    )
    const found = await kit.dryRun(
      [
        'Name,Email,Phone,Birth Date',
        'Dorothy Double,DORA@example.com,,',
        'DORA  DOUBLE,,,1990-02-03',
        'Dora Double,,+1 409 555 0150,',
        'Nils Nameonly,,,',
        'Sue Shared,,409 555 0151,',
        'Sid Shared,sid@example.com,409 555 0151,',
        'Una Unique,una@example.com,409 555 0150,',
        'Una Unique,una@example.com,,',
      ].join('\n'),
    )
    expect(
      (await kit.rowsOf(found.id)).map(({ outcome, becomes, reasons }) => [
        outcome,
        becomes || reasons[0]?.message,
      ]),
    ).toEqual([
      ['duplicate', 'Already here: Dora Double, dora@example.com'],
      ['duplicate', 'Already here: Dora Double, dora@example.com'],
      ['duplicate', 'Already here: Dora Double, dora@example.com'],
      ['duplicate', 'Already here: Nils Nameonly'],
      [
        'duplicate',
        'Sam Shared has this phone number. For someone else, add an email or leave the phone out.',
      ],
      [
        'duplicate',
        'Sam Shared has this phone number. For someone else, add an email or leave the phone out.',
      ],
      // Two people with an address each may share a phone.
      ['new', 'New customer'],
      ['duplicate', 'Same as row 8'],
    ])
  })

  test('adds what it has and the person has not: rows of one family, and a file of bookings', async () => {
    const done = await kit.taken(
      [
        'Parent Name,Parent Email,Player,Player DOB,Booking Date,Booking Time,Minutes,Resource',
        `Fay Family,fay.family@example.com,Finn Family,2015-01-02,${day},18:00,60,Cage 1`,
        `Fay Family,fay.family@example.com,Flo Family,2017-03-04,${day},18:00,60,Cage 2`,
        `Fay Family,fay.family@example.com,Flo Family,2017-03-04,,,,`,
      ].join('\n'),
    )
    expect(done.counts).toEqual({ new: 1, adds: 1, duplicate: 1, wrong: 0 })
    const found = await kit.dryRun(
      `Name,Date,Time,Minutes,Cage\nFay Family,${day},19:00,60,Cage 1\nFay Family,${day},18:00,60,Cage 1`,
    )
    const rows = await kit.rowsOf(found.id)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['adds', 'duplicate'])
    expect(rows[0]?.becomes).toMatch(/^Fay Family gets Cage 1 .* 7:00–8:00 PM$/)
  })
})

test('a time that is taken refuses its row, whether by the ledger or by another row, and the rest is taken', async () => {
  await kit.taken(`Name,Date,Time,Minutes,Cage\nOla Owner,${day},20:00,60,Cage 3`)
  const file = `Name,Email,Date,Time,Minutes,Cage\nLea Late,lea@example.com,${day},20:30,60,Cage 3\nEve Early,eve@example.com,${day},19:00,60,Cage 3\nEd Early,ed@example.com,${day},19:30,30,Cage 3`
  const done = await kit.taken(file)
  expect(done.counts).toEqual({ new: 1, adds: 0, duplicate: 0, wrong: 2 })
  expect(reasonsOf(await kit.rowsOf(done.id))).toEqual([
    [2, { column: 'Time', message: 'This time is taken.' }],
    [4, { column: 'Time', message: 'Row 3 has this time.' }],
  ])
  expect([await profile('Lea Late'), await profile('Ed Early')]).toEqual([undefined, undefined])
  expect(await profile('Eve Early')).toBeDefined()

  const csv = await app.request(`${importsPath}/${done.id}/rejected.csv`, { cookie: admin.cookie })
  expect((await csv.text()).split('\r\n')).toEqual([
    'Row,What to Change,Name,Email,Date,Time,Minutes,Cage',
    `2,Time: This time is taken.,Lea Late,lea@example.com,${day},20:30,60,Cage 3`,
    `4,Time: Row 3 has this time.,Ed Early,ed@example.com,${day},19:30,30,Cage 3`,
    '',
  ])
})

test('export-rejected-rows escapes formulas, and they are read back as they were', async () => {
  const found = await kit.dryRun('Name,Email,Notes\n=1+1,not an email,@cmd\n')
  const csv = await (
    await app.request(`${importsPath}/${found.id}/rejected.csv`, { cookie: admin.cookie })
  ).text()
  expect(csv).toContain("'=1+1,not an email,'@cmd")
  const back = await kit.dryRun(csv.replace('not an email', 'formula.back@example.com'))
  expect((await kit.rowsOf(back.id))[0]?.cells.slice(2)).toEqual(['=1+1', 'formula.back@example.com', '@cmd'])
})

test('map-import says by hand what a column is, checks again, and is remembered for these headings', async () => {
  const file = 'Wer,Wohin\nMia Mapped,mia@example.com\n'
  const found = await kit.dryRun(file)
  expect(found).toMatchObject({ columns: ['', ''], counts: { new: 0, wrong: 1 } })
  const map = (columns: string[]) =>
    app.request(`${importsPath}/${found.id}/columns`, {
      method: 'PUT',
      json: { columns },
      cookie: admin.cookie,
    })
  expect(await refusalOf(await map(['name']))).toEqual([409, 'import_not_now'])
  expect(await refusalOf(await map(['name', 'password']))).toEqual([400, 'invalid_input'])
  expect((await map(['name', 'email'])).status).toBe(200)
  expect(await kit.settled(found.id)).toMatchObject({
    columns: ['name', 'email'],
    counts: { new: 1, wrong: 0 },
  })
  expect((await kit.dryRun('WOHIN\tWer\nmax@example.com\tMax Mapped', other)).columns).toEqual([
    'email',
    'name',
  ])
})

test('with invitations each new customer with an address gets one, a minute’s worth at a time', async () => {
  const lines = Array.from({ length: 70 }, (_, index) => `Inga Invited ${index},inga${index}@example.com`)
  const done = await kit.taken(`Name,Email\n${lines.join('\n')}\nNo Mail,\n`, { invite: true })
  const { rows } = await sql<{ to_email: string; seconds: number }>`
    select to_email, extract(epoch from next_attempt_at - ${done.taken_at}::timestamptz)::integer as seconds
    from outbox where template = 'invitation' and to_email like 'inga%' and attempts = 0 order by next_attempt_at`.execute(
    app.db,
  )
  // The first one is due, and may have been sent already.
  expect(rows.map(({ seconds }) => seconds).filter((seconds) => seconds > 0)).toEqual(
    Array.from({ length: 69 }, (_, index) => index + 1),
  )
})

describe('undo-import', () => {
  const file = `Name,Email,Child,Date,Time,Minutes,Cage,Notes\nUli Undo,uli@example.com,Uma Undo,${day},9:00,60,Cage 1,Hello\nUwe Undo,uwe@example.com,,${day},9:00,60,Cage 2,\nUrs Coach,,,,,,,`
  const left = async () =>
    (await app.db.selectFrom('people_index').select('name').where('name', 'like', '% Undo').execute())
      .map(({ name }) => name)
      .sort()

  test('takes everything back within a day, with queued invitations, and is audited', async () => {
    const done = await kit.taken(file, { invite: true })
    const uli = await profile('Uli Undo')
    expect(await left()).toEqual(['Uli Undo', 'Uma Undo', 'Uwe Undo'])
    expect((await kit.act(done.id, 'undo', { keep_changed: false }, other)).status).toBe(200)
    expect(await kit.settled(done.id)).toMatchObject({ state: 'undone', undo_until: null })
    expect(await left()).toEqual([])
    const gone = await sql<{ n: number }>`
      select count(*)::integer as n from outbox where to_email = 'uwe@example.com'
      union all select count(*)::integer from bookings where start_time::date = ${day}::date and user_id is null
      union all select count(*)::integer from auth_verifications where value = ${uli?.id}`.execute(app.db)
    expect(gone.rows.map(({ n }) => n)).toEqual([0, 0, 0])
    expect(await disagreements(app.db)).toEqual([])
    const entry = await app.db
      .selectFrom('audit_log')
      .select('description')
      .where('record_id', '=', uli?.id ?? '')
      .where('action', '=', 'DELETE')
      .where('table_name', '=', 'profiles')
      .executeTakeFirst()
    expect(entry?.description).toBe('Undo of the import of people.csv')
    expect(await refusalOf(await kit.act(done.id, 'undo', { keep_changed: false }))).toEqual([
      409,
      'import_not_now',
    ])
    expect((await kit.dryRun(file)).counts).toMatchObject({ new: 3 })
  })

  test('refuses with the list of people who have done something since, or leaves them', async () => {
    const done = await kit.taken(file)
    const uli = await profile('Uli Undo')
    await app.request(`/api/admin/people/${uli?.id}/notes`, {
      json: { body: 'Called today' },
      cookie: admin.cookie,
    })
    const problem = await bodyOf<Problem>(kit.act(done.id, 'undo', { keep_changed: false }))
    expect([problem.code, problem.details]).toEqual([
      'import_in_use',
      { people: [{ row: 2, name: 'Uli Undo', since: 'Has a new note' }] } satisfies ImportInUse,
    ])
    expect(await left()).toHaveLength(3)
    expect((await kit.act(done.id, 'undo', { keep_changed: true })).status).toBe(200)
    expect(await kit.settled(done.id)).toMatchObject({
      state: 'undone',
      problem: '1 person who has done something since stayed.',
    })
    expect(await left()).toEqual(['Uli Undo', 'Uma Undo'])
    expect(
      await app.db
        .selectFrom('bookings')
        .select('id')
        .where('user_id', '=', uli?.id ?? '')
        .execute(),
    ).toHaveLength(1)
    await app.db
      .deleteFrom('bookings')
      .where('user_id', '=', uli?.id ?? '')
      .execute()
    await app.db
      .deleteFrom('profiles')
      .where('id', '=', uli?.id ?? '')
      .execute()
  })

  test.each([
    [
      'a name',
      'The record was changed',
      (id: string) =>
        app.db.updateTable('profiles').set({ full_name: 'Uli Undone' }).where('id', '=', id).execute(),
    ],
    [
      'a child',
      'The family was changed',
      async (id: string) => {
        await app.request(`/api/admin/people/${id}/participants`, {
          json: { name: 'Udo Undo' },
          cookie: admin.cookie,
        })
      },
    ],
    [
      'a booking',
      'The booking was changed',
      (id: string) =>
        app.db.updateTable('bookings').set({ admin_notes: 'Moved' }).where('user_id', '=', id).execute(),
    ],
    [
      'a password',
      'Chose a password',
      (id: string) =>
        app.db
          .insertInto('auth_accounts')
          .values({ account_id: id, provider_id: 'credential', user_id: id })
          .execute(),
    ],
  ])('counts %s as something done', async (_, since, change) => {
    const done = await kit.taken(file)
    const uli = await profile('Uli Undo')
    await change(uli?.id ?? '')
    const problem = await bodyOf<Problem>(kit.act(done.id, 'undo', { keep_changed: false }))
    expect((problem.details as ImportInUse).people).toMatchObject([{ row: 2, since }])
    await kit.act(done.id, 'undo', { keep_changed: true })
    await kit.settled(done.id)
    await app.db
      .deleteFrom('bookings')
      .where('user_id', '=', uli?.id ?? '')
      .execute()
    await app.db
      .deleteFrom('profiles')
      .where('id', '=', uli?.id ?? '')
      .execute()
  })

  test('is refused after a day, when the rows of the file are deleted too', async () => {
    const done = await kit.taken('Name\nOlga Old\n')
    const draft = await kit.dryRun('Name\nDean Draft\n')
    const later = new Date(clock.now().getTime() + 24 * 3_600_000 + 600_000)
    await app.db
      .updateTable('imports')
      .set({ taken_at: new Date(clock.now().getTime() - 24 * 3_600_000) })
      .where('id', '=', done.id)
      .execute()
    expect(await refusalOf(await kit.act(done.id, 'undo', { keep_changed: false }))).toEqual([
      409,
      'import_undo_expired',
    ])
    await purgeImports.run({ db: app.db, clock: { now: () => later } })
    expect(await kit.read(done.id)).toMatchObject({ state: 'taken', rows: 0 })
    expect(
      await refusalOf(await app.request(`${importsPath}/${draft.id}`, { cookie: admin.cookie })),
    ).toEqual([404, 'import_not_found'])
  })
})

test('discard-import deletes what was not taken, and list-imports has the newest first', async () => {
  const draft = await kit.dryRun('Name\nDia Draft\n')
  const list = async () =>
    (await bodyOf<{ imports: PersonImport[] }>(app.request(importsPath, { cookie: admin.cookie }))).imports
  expect((await list())[0]).toMatchObject({ id: draft.id, created_by: 'Ada Admin', source: 'people.csv' })
  const discard = (id: string) =>
    app.request(`${importsPath}/${id}`, { method: 'DELETE', cookie: admin.cookie })
  expect((await discard(draft.id)).status).toBe(204)
  expect(await refusalOf(await discard(draft.id))).toEqual([404, 'import_not_found'])
  const done = await kit.taken('Name\nTara Taken\n')
  expect(await refusalOf(await discard(done.id))).toEqual([409, 'import_not_now'])
  expect(await refusalOf(await kit.act(done.id, 'take', { invite: false }))).toEqual([409, 'import_not_now'])
})

test('two admins who take one file at once, on two instances, make each person once', async () => {
  const second = await app.another()
  for (let round = 0; round < 5; round += 1) {
    const people = Array.from(
      { length: 40 },
      (_, index) => `Rae Race ${round} ${index},${index % 2 ? '' : `rae${round}.${index}@example.com`}`,
    )
    const file = `Name,Email\n${people.join('\n')}\n`
    const [one, two] = await Promise.all([kit.dryRun(file), kit.dryRun(file, other)])
    const answers = await Promise.all([
      kit.act(one.id, 'take', { invite: false }),
      second.request(`${importsPath}/${two.id}/take`, { json: { invite: false }, cookie: other.cookie }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const counts = [(await kit.settled(one.id)).counts, (await kit.settled(two.id)).counts]
    expect(counts.map((count) => count?.new).sort()).toEqual([0, 40])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from profiles where full_name like ${`Rae Race ${round} %`}`.execute(
      app.db,
    )
    expect(rows[0]?.n).toBe(40)
  }
})
