import type { Block, Piece } from '../../shared/domain/facility/plainText.ts'

/** The paragraphs and lists of a section of an owner's text, with its addresses as links; the page has the style of what stands out. */
export const PlainText = ({ blocks }: { blocks: readonly Block[] }) =>
  numbered(blocks).map(([key, block]) => {
    if (block.kind === 'list')
      return (
        <ul key={key}>
          {numbered(block.entries).map(([place, entry]) => (
            <li key={place}>{piecesOf(entry)}</li>
          ))}
        </ul>
      )
    if (block.kind === 'paragraph') return <p key={key}>{piecesOf(block.pieces)}</p>
    return (
      <p key={key} data-conspicuous>
        <strong>{piecesOf(block.pieces)}</strong>
      </p>
    )
  })

/** A text is shown as a whole and never changed in place: its parts are known by their numbers. */
const numbered = <Part,>(parts: readonly Part[]): [number, Part][] => [...parts.entries()]

const piecesOf = (pieces: readonly Piece[]) =>
  numbered(pieces).map(([key, { text, bold, href }]) =>
    href !== undefined ? (
      <a key={key} href={href}>
        {text}
      </a>
    ) : bold ? (
      <strong key={key}>{linked(text)}</strong>
    ) : (
      <span key={key}>{linked(text)}</span>
    ),
  )

const ADDRESS = /(https?:\/\/[^\s()<>]*[^\s()<>.,;:!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** Split by the addresses in it, which are then every second part. */
const linked = (text: string) =>
  numbered(text.split(ADDRESS)).map(([index, part]) =>
    index % 2 === 1 ? (
      <a key={index} href={part.startsWith('http') ? part : `mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  )
