import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { signatureSize } from '../../../shared/contract/waivers/waivers.ts'
import {
  type Block,
  readPlainText,
  type TextSection,
  wordsOf,
} from '../../../shared/domain/facility/plainText.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'
import type { Db } from '../../db/database.ts'

const readActs = (db: Db) =>
  db
    .selectFrom('waiver_signatures as signature')
    .innerJoin('waiver_versions as text', (join) =>
      join
        .onRef('text.waiver_id', '=', 'signature.waiver_id')
        .onRef('text.version', '=', 'signature.version'),
    )
    .select([
      'title',
      'text.version',
      'body',
      'participant_id',
      'participant_name',
      'signer_name',
      'relation',
    ])
    .select(['how', 'drawing', 'hash', 'signed_at', 'address_class', 'device'])

export type SignedCopy = Awaited<ReturnType<ReturnType<typeof readActs>['execute']>>[number]

/** A signature and those for others that were given in the same press; none for an id that is unknown. */
export const readCopy = (db: Db, id: string): Promise<SignedCopy[]> =>
  readActs(db)
    .where(
      sql<boolean>`(signature.waiver_id, signature.version, signature.signer_name, signature.signed_at) = (
        select waiver_id, version, signer_name, signed_at from waiver_signatures where id = ${id}::uuid)`,
    )
    .orderBy('participant_name')
    .orderBy('signature.id')
    .execute()

/** 'Nov 23, 2026, 2:14 PM'. */
export const signedAt = (at: Date, zone: string): string =>
  `${formatDay(facilityDay(at, zone), 'dated')}, ${formatTime(at, zone)}`

/** The copy for the people: the text as it was read, who signed it for whom, and the hash of each signature. */
export function copyAsPdf(
  copies: readonly [SignedCopy, ...SignedCopy[]],
  facility: { readonly name: string; readonly time_zone: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = copies
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: 56,
    info: { Title: first.title, Author: facility.name },
  })
  const done = bytesOf(pdf)
  pdf.fontSize(11).text(printable(facility.name))
  pdf.moveDown(0.3).font('Helvetica-Bold').fontSize(20).text(printable(first.title))
  pdf.font('Helvetica').fontSize(10).text(`Version ${first.version}`)
  for (const section of readPlainText(first.body)) drawSection(pdf, section)
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(13).text('Signed')
  const when = signedAt(first.signed_at, facility.time_zone)
  pdf
    .font('Helvetica')
    .fontSize(11)
    .text(printable(`${first.signer_name}, ${when}`))
  pdf.text(
    `${first.how === 'typed' ? 'Typed' : 'Drawn'} on ${printable(first.device)}, network ${first.address_class}`,
  )
  if (first.drawing !== null) drawSignature(pdf, first.drawing)
  for (const { participant_name, relation, hash } of copies) {
    const as = relation === 'self' ? 'for themselves' : 'as parent or guardian'
    pdf
      .moveDown(0.6)
      .fontSize(11)
      .text(printable(`For ${participant_name}, ${as}`))
    pdf.fontSize(8).text(`SHA-256 ${hash}`)
  }
  pdf.end()
  return done
}

function drawSection(pdf: PDFKit.PDFDocument, { title, blocks }: TextSection): void {
  if (title !== '') pdf.moveDown(0.8).font('Helvetica-Bold').fontSize(13).text(printable(title))
  for (const block of blocks) drawBlock(pdf, block)
}

function drawBlock(pdf: PDFKit.PDFDocument, block: Block): void {
  pdf.font(block.kind === 'conspicuous' ? 'Helvetica-Bold' : 'Helvetica').fontSize(10)
  pdf.moveDown(0.5).text(printable(wordsOf(block)), { lineGap: 2 })
}

function drawSignature(pdf: PDFKit.PDFDocument, path: string): void {
  if (pdf.y + signatureSize.height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
  const top = pdf.y
  pdf.save().translate(pdf.page.margins.left, top).path(path).lineWidth(2).lineCap('round').stroke().restore()
  pdf.y = top + signatureSize.height
}

/** The built-in fonts of a PDF have the letters of Western Europe; others are written without their accents, or as '?'. */
const printable = (text: string): string =>
  [...text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/[–—]/g, '-')]
    .map((letter) => (isLatin(letter) ? letter : plainLetter(letter)))
    .join('')

const isLatin = (letter: string): boolean => /^[\n\x20-\x7e\xa0-\xff•]$/u.test(letter)

function plainLetter(letter: string): string {
  const [plain = '?'] = letter.normalize('NFD')
  return isLatin(plain) ? plain : '?'
}

function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pdf.on('error', reject)
  })
}
