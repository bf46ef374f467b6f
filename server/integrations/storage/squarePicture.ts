import { pictureWidths } from '../../../shared/domain/pictureWidths.ts'

/** Why an uploaded file is not taken. */
export type PictureProblem = 'picture_unreadable' | 'picture_too_many_pixels' | 'picture_too_small'

/** One square JPEG. */
export interface SquarePicture {
  readonly width: (typeof pictureWidths)[number]
  readonly bytes: Uint8Array
}

const MOST_PIXELS = 50_000_000
const LEAST_SIDE = 100
/** Beneath a transparent picture. */
const BACKGROUND = '#f6f4ee'

const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
}

/** One picture at a time: a large one takes 200 MB while it is read. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * Reads an uploaded picture and draws it anew as square JPEGs, so that nothing of the file remains but what can be seen: no
 * place, no camera, nothing that was appended. What it is says its content alone.
 *
 * @returns the picture in every width of `pictureWidths`, or what is wrong with it.
 */
export function squarePicture(upload: Uint8Array): Promise<SquarePicture[] | PictureProblem> {
  const format = formatOf(upload)
  if (!format) return Promise.resolve('picture_unreadable')
  const drawn = queue.then(() => draw(upload, format))
  queue = drawn.catch(() => undefined)
  return drawn
}

/** Only what begins like a PNG or JPEG reaches a decoder: no SVG, no PDF, no rare format. */
function formatOf(upload: Uint8Array): keyof typeof signatures | undefined {
  return (['png', 'jpeg'] as const).find((format) =>
    signatures[format].every((byte, index) => upload[index] === byte),
  )
}

async function draw(upload: Uint8Array, expected: string): Promise<SquarePicture[] | PictureProblem> {
  // Loaded with the first picture: most starts of the server see none.
  const { default: sharp } = await import('sharp')
  // The limit is compared with what the header says, before a pixel is read.
  const picture = sharp(upload, { failOn: 'error', limitInputPixels: false })
  try {
    const { format, width, height } = await picture.metadata()
    if (format !== expected) return 'picture_unreadable'
    if (width * height > MOST_PIXELS) return 'picture_too_many_pixels'
    if (Math.min(width, height) < LEAST_SIDE) return 'picture_too_small'
    const side = Math.min(width, height, Math.max(...pictureWidths))
    const square = await picture
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: BACKGROUND })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: across, channels } = square.info
    return await Promise.all(
      pictureWidths.map(async (wanted) => ({
        width: wanted,
        bytes: await sharp(square.data, { raw: { width: across, height: across, channels } })
          .resize(Math.min(wanted, side))
          .jpeg({ quality: 88, mozjpeg: true })
          .toBuffer(),
      })),
    )
  } catch {
    return 'picture_unreadable'
  }
}
