/** The rows of a file or of a pasted spreadsheet, whatever its encoding and separator. */

import { CsvError, parse } from 'csv-parse/sync'
import { importLimits } from '../../../../shared/contract/people/imports.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

export interface SourceRow {
  /** As the spreadsheet counts: the headings are row 1. */
  readonly number: number
  readonly cells: readonly string[]
}

export interface SourceTable {
  readonly headings: string[]
  readonly rows: SourceRow[]
}

/**
 * Reads the headings and the rows that have something in them. Every row has as many cells as there are headings.
 *
 * @returns or why it cannot be read, with the line where that is known.
 */
export function readTable(bytes: Uint8Array): SourceTable | Refusal {
  const text = textOf(bytes)
  if (text === null) return refuse('import_unreadable')
  const records = recordsOf(text)
  if (!Array.isArray(records)) return records
  const [first = [], ...rest] = records
  const width = Math.max(...records.map(lastFilled)) + 1
  if (width > importLimits.columns) return refuse('import_too_many_columns', { columns: width })
  const rows = rest
    .map((cells, index) => ({ number: index + 2, cells: padded(cells, width) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (width === 0 || lastFilled(first) < 0 || rows.length === 0) return refuse('import_empty')
  if (rows.length > importLimits.rows) return refuse('import_too_many_rows')
  const headings = padded(first, width).map(
    (heading, index) => heading.slice(0, 100) || `Column ${index + 1}`,
  )
  return { headings, rows }
}

/** A record more than may be, so that too many are noticed, and a million are not read. Empty lines count. */
const MOST_RECORDS = importLimits.rows * 2

function recordsOf(text: string): string[][] | Refusal {
  const options = {
    relax_column_count: true,
    relax_quotes: true,
    to: MOST_RECORDS,
    delimiter: delimiterOf(text),
  }
  try {
    const records: string[][] = parse(text, options)
    return records.length === MOST_RECORDS ? refuse('import_too_many_rows') : records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse('import_unreadable', { line: 'lines' in error ? error.lines : null })
  }
}

/** What the line of headings has most of: a pasted spreadsheet has tabs, and where the comma is for decimals files have semicolons. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r\n|\r|\n/, 1)
  const many = (sign: string) => line.split(sign).length
  return ['\t', ';'].reduce((best, sign) => (many(sign) > many(best) ? sign : best), ',')
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '')

/** Files of ours and of others put an apostrophe before what a spreadsheet would take for a formula. */
const ESCAPED = /^'(?=[=+\-@])/

const padded = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, index) => (cells[index] ?? '').trim().replace(ESCAPED, ''))

/** The text of a file: Unicode by its mark or by its bytes, otherwise Latin-1 as Windows writes it. Null for what is no text. */
function textOf(bytes: Uint8Array): string | null {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (a !== undefined && b === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0 && b !== undefined) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
