import { z } from 'zod'
import { importFieldKeys } from '../../domain/people/importFields.ts'
import { id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'
import { csvFile } from './exports.ts'

/** What a file of people may have (decision record 097). */
export const importLimits = { megabytes: 10, rows: 20_000, columns: 100, bookings: 2_000 } as const

export const importReason = z.object({
  column: z.string().meta({ description: 'The heading; empty: the whole row.' }),
  message: z.string(),
})
export type ImportReason = z.infer<typeof importReason>

const count = z.number().int().min(0)
export const importCounts = z.object({ new: count, adds: count, duplicate: count, wrong: count })
export type ImportCounts = z.infer<typeof importCounts>

export const importOutcome = z.enum(['new', 'adds', 'duplicate', 'wrong'])
export type ImportOutcome = z.infer<typeof importOutcome>

const column = z.enum(['', ...importFieldKeys])

export const personImport = z.object({
  id,
  source: z.string(),
  state: z.enum(['checking', 'checked', 'taking', 'taken', 'undoing', 'undone']),
  created_at: instant,
  created_by: z.string().nullable(),
  headings: z.array(z.string()),
  columns: z.array(column).meta({ description: 'What each column is; empty: it is left out.' }),
  rows: count.meta({ description: 'Rows with something in them. 0 after a day: they are kept no longer.' }),
  counts: importCounts.nullable().meta({ description: 'Null before the first check.' }),
  rejected: count.meta({ description: 'Rows in the file of those that were not taken, with reasons.' }),
  progress: z.object({ done: count, total: count }).nullable(),
  problem: z.string().nullable().meta({ description: 'Why the last step failed. Nothing of it was kept.' }),
  invite: z.boolean(),
  taken_at: instant.nullable(),
  undo_until: instant.nullable(),
  undone_at: instant.nullable(),
})
export type PersonImport = z.infer<typeof personImport>

const params = z.object({ import_id: id })

export const createImport = route({
  operationId: 'create-import',
  call: 'POST /api/admin/imports',
  access: 'admin',
  summary:
    'Reads a CSV file or a pasted spreadsheet and starts the dry run: UTF-8, UTF-16 or Latin-1, separated by commas, semicolons or tabs',
  query: z.object({ source: oneLine(200).meta({ description: 'The file’s name.' }) }),
  upload: { types: ['text/csv', 'text/plain'], mostBytes: importLimits.megabytes * 1024 * 1024 },
  status: 201,
  answer: personImport,
  errors: [
    'import_unreadable',
    'import_empty',
    'import_too_many_rows',
    'import_too_many_columns',
    'too_many_requests',
  ],
})

export const listImports = route({
  operationId: 'list-imports',
  call: 'GET /api/admin/imports',
  access: 'admin',
  summary: 'The 20 newest imports',
  answer: z.object({ imports: z.array(personImport) }),
})

export const getImport = route({
  operationId: 'get-import',
  call: 'GET /api/admin/imports/:import_id',
  access: 'admin',
  summary: 'One import, and how far its worker is',
  params,
  answer: personImport,
  errors: ['import_not_found'],
})

export const importRow = z.object({
  number: z.number().int().meta({ description: 'As the spreadsheet counts: the headings are row 1.' }),
  cells: z.array(z.string()),
  outcome: importOutcome.nullable(),
  becomes: z.string(),
  reasons: z.array(importReason),
})
export type ImportRow = z.infer<typeof importRow>

export const listImportRows = route({
  operationId: 'list-import-rows',
  call: 'GET /api/admin/imports/:import_id/rows',
  access: 'admin',
  summary: 'What becomes of the rows, 100 at a time in the order of the file',
  params,
  query: z.object({
    outcome: importOutcome.optional(),
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  }),
  answer: z.object({ items: z.array(importRow), next: z.number().int().nullable() }),
  errors: ['import_not_found'],
})

export const mapImport = route({
  operationId: 'map-import',
  call: 'PUT /api/admin/imports/:import_id/columns',
  access: 'admin',
  summary: 'Says what each column is, and checks again. Remembered for files with these headings',
  params,
  body: z.object({ columns: z.array(column).min(1).max(importLimits.columns) }),
  answer: personImport,
  errors: ['import_not_found', 'import_not_now'],
})

export const takeImport = route({
  operationId: 'take-import',
  call: 'POST /api/admin/imports/:import_id/take',
  access: 'admin',
  grave: true,
  summary: 'Takes what the dry run found good, all of it or nothing, in the background',
  params,
  body: z.object({
    invite: z
      .boolean()
      .meta({ description: 'One invitation for each new customer with an address. Otherwise no mail.' }),
  }),
  answer: personImport,
  errors: ['import_not_found', 'import_not_now', 'import_has_nothing'],
})

/** The details of `import_in_use`. */
export interface ImportInUse {
  readonly people: readonly { readonly row: number; readonly name: string; readonly since: string }[]
}

export const undoImport = route({
  operationId: 'undo-import',
  call: 'POST /api/admin/imports/:import_id/undo',
  access: 'admin',
  grave: true,
  summary: 'Deletes what an import made, within a day of it, in the background',
  params,
  body: z.object({
    keep_changed: z.boolean().meta({
      description:
        'Leaves the people who have done something since. Otherwise they refuse the undo, and are listed.',
    }),
  }),
  answer: personImport,
  errors: ['import_not_found', 'import_not_now', 'import_undo_expired', 'import_in_use'],
})

export const discardImport = route({
  operationId: 'discard-import',
  call: 'DELETE /api/admin/imports/:import_id',
  access: 'admin',
  summary: 'Discards an import that was not taken',
  params,
  status: 204,
  answer: z.null(),
  errors: ['import_not_found', 'import_not_now'],
})

export const exportRejectedRows = route({
  operationId: 'export-rejected-rows',
  call: 'GET /api/admin/imports/:import_id/rejected.csv',
  access: 'admin',
  grave: true,
  summary: 'The rows that are not taken, as they came, with their numbers and reasons. Audited',
  params,
  answer: csvFile,
  errors: ['import_not_found', 'too_many_requests'],
})

export const exportEverything = route({
  operationId: 'export-everything',
  call: 'GET /api/admin/everything.zip',
  access: 'admin',
  grave: true,
  summary:
    'All business data as one zip: a CSV file for each table, a README, pictures and receipts. Audited',
  answer: z
    .string()
    .meta({ contentType: 'application/zip', description: 'Without passwords, tokens and keys.' }),
  errors: ['too_many_requests'],
})

export const importsContract = [
  createImport,
  listImports,
  getImport,
  listImportRows,
  mapImport,
  takeImport,
  undoImport,
  discardImport,
  exportRejectedRows,
  exportEverything,
] as const
