import type { Region, Sharp } from 'sharp'

/** Why an uploaded file is not taken. */
export type PictureProblem = 'picture_unreadable' | 'picture_too_many_pixels' | 'picture_too_small'

const MOST_PIXELS = 50_000_000
/** Beneath a transparent picture. */
const BACKGROUND = '#f6f4ee'
/** Of 0 to 9. With 4 a picture takes six times the CPU, for a tenth less of bytes. */
const AVIF_EFFORT = 2

/** Null: any byte. */
const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  /** 'GIF8'; of one that moves the first picture is kept. */
  gif: [0x47, 0x49, 0x46, 0x38],
  /** 'RIFF', a length, 'WEBP'. */
  webp: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  /** '<'; see `isSvg`. */
  svg: [0x3c],
}
export type PictureFormat = keyof typeof signatures

/** One picture at a time: a large one takes 200 MB while it is read. */
let queue: Promise<unknown> = Promise.resolve()

/** The pixels of a picture in the size that is kept. */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** To be drawn further. */
  drawn(): Sharp
  /** As a JPEG, at most this wide. */
  jpeg(width: number): Promise<Uint8Array>
  /** As an AVIF, at most this wide; of only a part, where one is given. */
  avif(width: number, quality: number, part?: Region): Promise<Uint8Array>
}

interface WantedPicture {
  readonly leastSide: number
  readonly resize: (picture: Sharp, least: number) => Sharp
  readonly formats?: readonly PictureFormat[]
  /** Transparent parts stay so; else they get a background. */
  readonly keepsAlpha?: boolean
}

/**
 * Decodes an uploaded picture and encodes its pixels again, so that no metadata (place, camera) and no appended data
 * remain. The format is told by the content, not by the name.
 *
 * @param wanted.leastSide in pixels; a smaller picture is refused.
 * @param wanted.resize brings the upright picture to the size that is kept.
 * @param wanted.formats what is taken: PNG and JPEG unless said otherwise.
 */
export function reencodePicture<Drawn>(
  upload: Uint8Array,
  wanted: WantedPicture,
  use: (pixels: Pixels) => Promise<Drawn>,
): Promise<Drawn | PictureProblem> {
  const { formats = ['png', 'jpeg'] } = wanted
  const format = formats.find((each) => beginsLike(upload, each))
  if (!format) return Promise.resolve('picture_unreadable')
  const drawn = queue.then(() => draw(upload, { ...wanted, format }, use))
  queue = drawn.catch(() => undefined)
  return drawn
}

/** Only what begins like one of the formats reaches a decoder: no PDF, no rare format, no SVG where none is wanted. */
const beginsLike = (upload: Uint8Array, format: PictureFormat): boolean =>
  (format !== 'svg' || isSvg(upload)) &&
  signatures[format].every((byte, index) => byte === null || upload[index] === byte)

/** An XML declaration, a document type and comments may come first. */
function isSvg(upload: Uint8Array): boolean {
  const begin = new TextDecoder().decode(upload.subarray(0, 4_096))
  return /^<(\?xml|!--|!DOCTYPE|svg)/i.test(begin) && /<svg[\s>]/i.test(begin)
}

/** What is drawn from lines is drawn this large: a small one would be blurred when it is enlarged. */
const SVG_SIDE = 1_200
const SVG_DENSITY = 72
/** An SVG that takes longer to draw is a trap. */
const LONGEST_SECONDS = 10

async function draw<Drawn>(
  upload: Uint8Array,
  wanted: WantedPicture & { readonly format: PictureFormat },
  use: (pixels: Pixels) => Promise<Drawn>,
): Promise<Drawn | PictureProblem> {
  // Loaded with the first picture: most starts of the server see none.
  const { default: sharp } = await import('sharp')
  // The limit is compared with what the header says, before a pixel is read.
  const options = { failOn: 'error', limitInputPixels: false } as const
  const picture = sharp(upload, options)
  try {
    const { format, width, height } = await picture.metadata()
    if (format !== wanted.format) return 'picture_unreadable'
    if (width * height > MOST_PIXELS) return 'picture_too_many_pixels'
    const isSvg = format === 'svg'
    if (!isSvg && Math.min(width, height) < wanted.leastSide) return 'picture_too_small'
    const density = SVG_DENSITY * Math.max(1, SVG_SIDE / Math.max(width, height))
    const whole = isSvg ? sharp(upload, { ...options, density }) : picture
    const resized = wanted.resize(whole.autoOrient(), Math.min(width, height))
    const { data, info } = await (wanted.keepsAlpha
      ? resized.ensureAlpha()
      : resized.flatten({ background: BACKGROUND })
    )
      .timeout({ seconds: LONGEST_SECONDS })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: across, height: down, channels } = info
    const drawn = () => sharp(data, { raw: { width: across, height: down, channels } })
    return await use({
      width: across,
      height: down,
      drawn,
      jpeg: (most) => drawn().resize(Math.min(most, across)).jpeg({ quality: 88, mozjpeg: true }).toBuffer(),
      avif: (most, quality, part = { left: 0, top: 0, width: across, height: down }) =>
        drawn()
          .extract(part)
          .resize(Math.min(most, part.width))
          .avif({ quality, effort: AVIF_EFFORT })
          .toBuffer(),
    })
  } catch {
    return 'picture_unreadable'
  }
}
